/** The process of a model file as a released app starts it: Electron's utility process, with llama.cpp in it. */
import { fileURLToPath } from 'node:url';
import { expect, test } from '../harness/test.ts';
import { askModelIn } from '../support/model-app.ts';

test('it loads a model file, answers, and is gone when it is killed @full (C02)', async () => {
  const entry = fileURLToPath(new URL('../../apps/desktop/dist/workers/model-process.mjs', import.meta.url));
  expect(await askModelIn(entry)).toMatchObject({ text: 'Hello from Electron.', hadPid: true, last: { t: 'done', end: 'stop' } });
});
