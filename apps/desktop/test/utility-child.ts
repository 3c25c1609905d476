/** Stands for the host where only the way to it is tested: answers as a host does, and sends every frame back. */
import { parentChannel } from '@portolan/host/process/parent-channel';

const channel = parentChannel();
channel.onMessage((message) => {
  if (message.t === 'start') channel.send({ t: 'ready' });
  else if (message.t === 'frame') channel.send({ t: 'frame', c: message.c, text: message.text });
  else if (message.t === 'ping') channel.send({ t: 'pong', n: message.n });
  else if (message.t === 'stop') process.exit(0);
});
channel.send({ t: 'up' });
