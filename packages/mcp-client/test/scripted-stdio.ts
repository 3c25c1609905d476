/** A real process that speaks MCP over stdio, with a few methods written by the test that starts it. */
import { scriptTarget } from './fixtures.ts';

/** The words a script is written in: `on.method = (message) => …`, `answer`, `fail`, `say` (a message), `write` (raw text). */
function prelude(version: string): string {
  const handshake =
    version === '2026-07-28'
      ? `'server/discover':(m)=>answer(m,{supportedVersions:['2026-07-28'],capabilities:{tools:{},resources:{},prompts:{},completions:{}},_meta:{'io.modelcontextprotocol/serverInfo':{name:'scripted',version:'1'}}})`
      : `initialize:(m)=>answer(m,{protocolVersion:'${version}',capabilities:{tools:{},resources:{},prompts:{},completions:{},logging:{}},serverInfo:{name:'scripted',version:'1'}})`;
  return `const write=(text)=>process.stdout.write(text);
const say=(x)=>write(JSON.stringify({jsonrpc:'2.0',...x})+'\\n');
const answer=(m,result)=>say({id:m.id,result});
const fail=(m,code,message,data)=>say({id:m.id,error:{code,message,data}});
const text=(words)=>({content:[{type:'text',text:words}]});
const on={${handshake}};
require('readline').createInterface({input:process.stdin}).on('line',(line)=>{const m=JSON.parse(line);const f=on[m.method];if(f)f(m);else if(m.method===undefined){if(on.answer)on.answer(m)}else if(m.id!==undefined)fail(m,-32601,'Method not found')});
process.stdin.once('end',()=>setImmediate(()=>process.exit()));
`;
}

/** @param version the revision the handshake is of; a legacy one answers `server/discover` with -32601 */
export function scriptedStdio(version: string, body: string): ReturnType<typeof scriptTarget> {
  return scriptTarget(prelude(version) + body);
}
