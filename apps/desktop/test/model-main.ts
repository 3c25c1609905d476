/** An Electron app of nothing but the process of a model file: started, loaded, asked, killed. */
import { app, utilityProcess } from 'electron';
import { launchModel } from '../src/model-launch.ts';

async function main(): Promise<void> {
  await app.whenReady();
  const [entry = '', path = ''] = process.argv.slice(-2);
  const model = launchModel({ entry, utilityProcess });
  const heard: { t: string; text?: string }[] = [];
  const ended = new Promise<string>((resolve) => model.onEnd((how, said) => resolve(`${how} ${said}`)));
  const done = new Promise<void>((resolve) => {
    model.onMessage((message) => {
      const said = message as { t: string; text?: string };
      heard.push(said);
      if (said.t === 'up') model.send({ t: 'load', path, contextSize: 2048, threads: 1 });
      if (said.t === 'ready') model.send({ t: 'generate', id: 1, request: { history: [{ type: 'user', text: 'Hi' }, { type: 'model', response: [] }], functions: {}, maxTokens: null, temperature: 0, stop: [] } });
      if (said.t === 'done' || said.t === 'error' || said.t === 'failed') resolve();
    });
  });
  await Promise.race([done, ended]);
  const pid = model.pid ?? 0;
  model.kill();
  await ended;
  const text = heard.map((each) => (each.t === 'text' ? (each.text ?? '') : '')).join('');
  process.stdout.write(`RESULT ${JSON.stringify({ text, kinds: [...new Set(heard.map(({ t }) => t))], hadPid: pid > 0, last: heard.at(-1) })}\n`);
  app.exit(0);
}

main().catch((error: unknown) => {
  process.stderr.write(`${String(error)}\n`);
  app.exit(1);
});
