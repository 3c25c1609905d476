/** Stand-ins for programs that serve models on a computer, by the shapes they publish. Each listens on a port of 127.0.0.1. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface ModelService extends AsyncDisposable {
  port: number;
  /** What was asked, such as `POST /api/show {"model":"a"}`. */
  asked: string[];
  /** Hosts that requests were addressed to. */
  hosts: string[];
}

type Answer = { status?: number; json?: unknown; text?: string; /** Of a text; HTML unless told. */ type?: string; location?: string } | 'silence';

/** @param answer by method and path, with the body as it came; undefined is a 404 */
export async function modelService(answer: (asked: string, body: string) => Answer | undefined): Promise<ModelService> {
  const asked: string[] = [];
  const hosts: string[] = [];
  const server = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8').on('data', (piece: string) => (body += piece));
    request.on('end', () => {
      const what = `${request.method ?? ''} ${request.url ?? ''}`;
      asked.push(`${what} ${body}`.trim());
      hosts.push(request.headers.host ?? '');
      const { status = 200, json, text, type = 'text/html', location } = toAnswer(answer(what, body));
      if (status === 0) return;
      response.writeHead(status, { 'content-type': text === undefined ? 'application/json' : type, ...(location === undefined ? {} : { location }) });
      response.end(text ?? JSON.stringify(json));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    asked,
    hosts,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function toAnswer(answer: Answer | undefined): Exclude<Answer, 'silence'> {
  return answer === 'silence' ? { status: 0 } : (answer ?? { status: 404, json: { error: 'not found' } });
}

export interface OllamaModel {
  name: string;
  architecture?: string;
  context?: number;
  capabilities?: string[];
}

/** Ollama's `/api/tags` and `/api/show`; `chat` answers `/api/chat` with whole lines. */
export function ollamaService(models: readonly OllamaModel[], chat: (body: unknown) => string = () => ''): Promise<ModelService> {
  return modelService((asked, body) => {
    if (asked === 'GET /api/tags') return { json: { models: models.map(({ name }) => ({ name, model: name, modified_at: '2026-11-01T10:00:00Z', size: 4_000_000, digest: 'd', details: { format: 'gguf', family: 'llama', parameter_size: '8B', quantization_level: 'Q4_K_M' } })) } };
    if (asked === 'POST /api/chat') return { text: chat(JSON.parse(body)), type: 'application/x-ndjson' };
    if (asked !== 'POST /api/show') return undefined;
    const { model } = JSON.parse(body) as { model: string };
    const shown = models.find(({ name }) => name === model);
    if (shown === undefined) return { status: 404, json: { error: `model '${model}' not found` } };
    const { architecture = 'llama', context, capabilities } = shown;
    return { json: { details: { family: architecture }, model_info: { 'general.architecture': architecture, ...(context === undefined ? {} : { [`${architecture}.context_length`]: context }) }, ...(capabilities === undefined ? {} : { capabilities }) } };
  });
}

/** LM Studio 0.4: `/api/v1/models` beside the lists under OpenAI's names. */
export function lmStudioService(): Promise<ModelService> {
  return modelService((asked) => {
    if (asked === 'GET /v1/models') return { json: { object: 'list', data: [{ id: 'qwen/qwen3-8b', object: 'model' }] } };
    if (asked !== 'GET /api/v1/models') return undefined;
    return {
      json: {
        models: [
          { type: 'llm', publisher: 'qwen', key: 'qwen/qwen3-8b', display_name: 'Qwen3 8B', architecture: 'qwen3', quantization: { name: 'Q4_K_M', bits_per_weight: 4 }, size_bytes: 5_000_000_000, params_string: '8B', loaded_instances: [{ id: 'qwen/qwen3-8b', config: { context_length: 8192 } }], max_context_length: 131_072, format: 'gguf', capabilities: { vision: false, trained_for_tool_use: true, reasoning: { allowed_options: ['off', 'on'], default: 'on' } }, description: null },
          { type: 'llm', publisher: 'google', key: 'google/gemma-3-4b', display_name: 'Gemma 3 4B', loaded_instances: [], max_context_length: 131_072, capabilities: { vision: true, trained_for_tool_use: false } },
          { type: 'embedding', publisher: 'nomic', key: 'text-embedding-nomic', display_name: 'Nomic', loaded_instances: [], max_context_length: 2048 },
        ],
      },
    };
  });
}

/** llama-server of llama.cpp with one model. */
export function llamaServerService(): Promise<ModelService> {
  return modelService((asked) => {
    if (asked === 'GET /v1/models') return { json: { object: 'list', data: [{ id: 'Llama-3.2-3B', object: 'model', owned_by: 'llamacpp', meta: { n_ctx_train: 131_072 } }] } };
    if (asked !== 'GET /props') return undefined;
    return { json: { default_generation_settings: { n_ctx: 4096, params: { temperature: 0.8 } }, total_slots: 1, model_alias: 'Llama-3.2-3B', model_path: '/models/llama.gguf', modalities: { vision: false, audio: false }, chat_template: '{% for m in messages %}{{ m.content }}{% endfor %}', chat_template_caps: { supports_tools: true, supports_tool_calls: true, supports_parallel_tool_calls: false }, build_info: 'b9014-d4b0c22f9' } };
  });
}

/** Jan's local server, which wants a key where one is set. */
export function janService(key: 'none' | 'wanted' = 'none'): Promise<ModelService> {
  return modelService((asked) => {
    if (asked !== 'GET /v1/models') return undefined;
    return key === 'wanted' ? { status: 401, json: { message: 'Invalid or missing authorization token' } } : { json: { object: 'list', data: [{ id: 'janhq/Jan-v1-4B', object: 'model', created: 1, owned_by: 'menlo' }] } };
  });
}
