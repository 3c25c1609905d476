/** The server over Streamable HTTP: JSON answers, and an event stream for the flood. Prints its address on one line. */
import { createServer } from 'node:http';
import { createAnswers, floodLine } from './answers.ts';

const answer = createAnswers(process.argv.includes('--schemas'));
const isSse = process.argv.includes('--sse');

const server = createServer((request, response) => {
  if (request.method !== 'POST') {
    response.writeHead(request.method === 'DELETE' ? 200 : 405).end();
    return;
  }
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    const message = JSON.parse(Buffer.concat(chunks).toString('utf8'));
    const reply = answer(message);
    if (reply.response === undefined) {
      response.writeHead(202).end();
      return;
    }
    const session = message.method === 'initialize' ? { 'mcp-session-id': 'bench' } : {};
    const isStream = reply.flood > 0 || (isSse && message.method === 'tools/call');
    response.writeHead(200, { ...session, 'content-type': isStream ? 'text/event-stream' : 'application/json' });
    response.end(isStream ? `${event(floodLine).repeat(reply.flood)}${event(reply.response)}` : reply.response);
  });
});

function event(data: string): string {
  return `event: message\ndata: ${data}\n\n`;
}

server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  process.stdout.write(`http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}/mcp\n`);
});
// Whoever started it holds its input; it ends with it.
process.stdin.on('end', () => process.exit(0)).resume();
