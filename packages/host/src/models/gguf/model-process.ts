/**
 * Entry of the process that runs one model file, by llama.cpp. It holds nothing but that file and the words of the
 * conversation: no keys, no configuration, and of the environment what finding libraries takes. It ends when its parent does.
 */
import { modelChannel } from './model-channel.ts';
import { ModelRunner } from './model-runner.ts';

const channel = modelChannel();
const runner = new ModelRunner((message) => channel.send(message));
channel.onGone(() => process.exit(0));
channel.onMessage((message) => {
  if (message.t === 'close') process.exit(0);
  runner.take(message);
});
channel.send({ t: 'up' });
