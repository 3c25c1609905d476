/** Stand-ins for programs that serve models, where the app under test looks for them. */
import { janService, llamaServerService, lmStudioService, ollamaService } from '@portolan/fixture-servers/model-services/model-services';
import type { ModelService } from '@portolan/fixture-servers/model-services/model-services';

export interface LocalServices extends AsyncDisposable {
  ollama: ModelService;
  /** What was asked of any of them so far. */
  asked(): string[];
  /** For the environment of the app. */
  environment: { PORTOLAN_LOCAL_PORTS: string };
}

/** Ollama, LM Studio and llama-server with models, and Jan, which wants a key. */
export async function startLocalServices(): Promise<LocalServices> {
  const line = (message: object, last: object) => `${JSON.stringify({ model: 'llama3.2:3b', message: { role: 'assistant', content: '', ...message }, ...last })}\n`;
  const ollama = await ollamaService(
    [
      { name: 'llama3.2:3b', context: 131_072, capabilities: ['completion', 'tools'] },
      { name: 'qwen3-vl:8b', architecture: 'qwen3vl', context: 262_144, capabilities: ['completion', 'vision', 'tools', 'thinking'] },
      { name: 'nomic-embed-text', architecture: 'nomic-bert', context: 2048, capabilities: ['embedding'] },
    ],
    () => line({ content: 'Hello from this computer.' }, { done: false }) + line({}, { done: true, done_reason: 'stop', prompt_eval_count: 40, eval_count: 6 }),
  );
  const [lmStudio, llamaServer, jan] = await Promise.all([lmStudioService(), llamaServerService(), janService('wanted')]);
  const all = [ollama, lmStudio, llamaServer, jan];
  return {
    ollama,
    asked: () => all.flatMap(({ asked }) => asked),
    environment: { PORTOLAN_LOCAL_PORTS: `ollama=${ollama.port},lm-studio=${lmStudio.port},llama-server=${llamaServer.port},jan=${jan.port}` },
    async [Symbol.asyncDispose]() {
      await Promise.all(all.map((each) => each[Symbol.asyncDispose]()));
    },
  };
}
