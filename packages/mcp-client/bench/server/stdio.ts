/** The server over stdio: newline-delimited JSON, one write for everything that one chunk of input asks for. */
import { createAnswers, floodLine } from './answers.ts';

const answer = createAnswers(process.argv.includes('--schemas'));
let rest = '';

process.stdin.setEncoding('utf8');
process.stdin.on('data', (chunk: string) => {
  const lines = (rest + chunk).split('\n');
  rest = lines.pop() ?? '';
  let out = '';
  for (const line of lines) {
    const reply = answer(JSON.parse(line));
    if (reply.flood > 0) out += `${floodLine}\n`.repeat(reply.flood);
    if (reply.response !== undefined) out += `${reply.response}\n`;
  }
  if (out !== '') process.stdout.write(out);
});
process.stdin.on('end', () => process.exit(0));
