/**
 * Two packages are stricter than the services they are for, and lose an answer over an event they need nothing of. Such events
 * are put right on the way, one line of the event stream after the other; everything else goes by as it is.
 */

/** Returns the line as it is to be read. */
type Repair = (line: string) => string;

/** A fetch whose event streams the package can read. @param longest characters of a line that is looked at */
export function repairedStream(send: typeof fetch, repair: Repair, longest: number): typeof fetch {
  return async (input, init) => {
    const response = await send(input, init);
    if (!response.ok || response.body === null) return response;
    const body = response.body.pipeThrough(new TextDecoderStream()).pipeThrough(lineByLine(repair, longest)).pipeThrough(new TextEncoderStream());
    return new Response(body, { status: response.status, statusText: response.statusText, headers: response.headers });
  };
}

/** Mistral: the last event may hold the usage and no choice, and its package reads the first choice nevertheless. */
export function withChoice(line: string): string {
  return line.startsWith('data:') ? line.replace(/("choices"\s*:\s*)\[\s*\]/, '$1[{"index":0,"delta":{}}]') : line;
}

/**
 * xAI: the last event repeats the whole answer, and its package refuses the event, and with it the answer's end, when any item of
 * it lacks a field. The items have come before; so has their state.
 */
export function withoutRepetition(line: string): string {
  const isEnd = /"type"\s*:\s*"response\.(?:completed|done|incomplete)"/.test(line);
  if (!line.startsWith('data:') || !(isEnd || /"type"\s*:\s*"response\.output_item\./.test(line))) return line;
  try {
    const event: unknown = JSON.parse(line.slice(5));
    if (!isRecord(event)) return line;
    if (isEnd && isRecord(event['response'])) Object.assign(event['response'], { object: 'response', output: [], status: event['response']['status'] ?? 'completed' });
    else if (isRecord(event['item'])) event['item']['status'] ??= 'completed';
    return `data: ${JSON.stringify(event)}`;
  } catch {
    return line;
  }
}

function lineByLine(repair: Repair, longest: number): TransformStream<string, string> {
  let rest = '';
  /** The beginning of this line was too long and has gone by. */
  let isLong = false;
  return new TransformStream({
    transform(chunk, controller) {
      const lines = (rest + chunk).split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) {
        controller.enqueue(`${isLong ? line : repair(line)}\n`);
        isLong = false;
      }
      if (rest.length > longest) {
        controller.enqueue(rest);
        rest = '';
        isLong = true;
      }
    },
    flush(controller) {
      if (rest !== '') controller.enqueue(isLong ? rest : repair(rest));
    },
  });
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value);
