import { expect, it } from 'vitest';
import { inReadingOrder } from './argument-order.ts';

const order = (...names: string[]) => inReadingOrder(names.map((name, index) => [name, index])).map(([name]) => name);

it.each([
  [['note', 'path'], ['path', 'note']],
  [['content', 'path'], ['path', 'content']],
  [['filler', 'url', 'cmd'], ['cmd', 'url', 'filler']],
  [['subject', 'body', 'bcc', 'to'], ['bcc', 'to', 'body', 'subject']],
  [['z', 'a', 'm'], ['z', 'a', 'm']],
  [['source', 'destination'], ['source', 'destination']],
  [['destination', 'source'], ['destination', 'source']],
  [['why', 'filePath'], ['filePath', 'why']],
  [['why', 'FILE-NAME'], ['FILE-NAME', 'why']],
  [['why', 'target_uri'], ['target_uri', 'why']],
  [['why', '', '__proto__', 'constructor', 'host'], ['host', 'why', '', '__proto__', 'constructor']],
  [['pathology', 'tour', 'to'], ['to', 'pathology', 'tour']],
  [[], []],
])('reads what decides first and leaves the rest as sent: %j (T:C10)', (sent, read) => {
  expect(order(...sent)).toEqual(read);
});
