/** What the programs that serve models on a computer say of them, by their published interfaces. Everything they say is checked. */
import * as z from 'zod/mini';
import type { ModelCapabilities } from '@portolan/contract/model-capabilities';

export interface SaidModel {
  id: string;
  capabilities: ModelCapabilities;
}

const maxModels = 500;
const isName = (id: string): boolean => id !== '' && id.length <= 256;
const tokens = (value: unknown): number | undefined => (typeof value === 'number' && Number.isSafeInteger(value) && value > 0 && value <= 1_000_000_000 ? value : undefined);

const OllamaTags = z.object({ models: z.array(z.object({ name: z.string() })) });

/** `GET /api/tags`: what was downloaded. Null when it is another program. */
export function readOllamaTags(json: unknown): string[] | null {
  const parsed = OllamaTags.safeParse(json);
  return parsed.success ? parsed.data.models.map(({ name }) => name).filter(isName).slice(0, maxModels) : null;
}

const OllamaShow = z.object({ capabilities: z.optional(z.array(z.string())), model_info: z.optional(z.record(z.string(), z.unknown())) });

/** `POST /api/show`. Null for a model that does not converse; nothing known where it does not say. */
export function readOllamaShow(json: unknown): ModelCapabilities | null {
  const { data } = OllamaShow.safeParse(json);
  if (data === undefined) return {};
  const said = data.capabilities === undefined ? null : new Set(data.capabilities);
  if (said !== null && !said.has('completion')) return null;
  // The key bears the name of the architecture: llama.context_length, qwen3.context_length …
  const length = Object.entries(data.model_info ?? {}).find(([key]) => key.endsWith('.context_length'))?.[1];
  return known({
    contextTokens: tokens(length),
    ...(said === null ? {} : { tools: said.has('tools'), vision: said.has('vision'), audio: said.has('audio'), reasoning: said.has('thinking') }),
  });
}

const LmStudioModel = z.object({
  type: z.optional(z.string()),
  key: z.string(),
  max_context_length: z.optional(z.unknown()),
  loaded_instances: z.optional(z.array(z.object({ config: z.optional(z.nullable(z.object({ context_length: z.optional(z.unknown()) }))) }))),
  capabilities: z.optional(z.nullable(z.object({ vision: z.optional(z.boolean()), trained_for_tool_use: z.optional(z.boolean()), reasoning: z.optional(z.unknown()) }))),
});
const LmStudioModels = z.object({ models: z.array(z.unknown()) });

/** `GET /api/v1/models` of LM Studio 0.4 and later. A loaded model has the context it was loaded with, not its largest. */
export function readLmStudioModels(json: unknown): SaidModel[] | null {
  const list = LmStudioModels.safeParse(json);
  if (!list.success) return null;
  const models = list.data.models.slice(0, maxModels).flatMap((entry): SaidModel[] => {
    const { data } = LmStudioModel.safeParse(entry);
    if (data === undefined || !isName(data.key) || (data.type !== undefined && data.type !== 'llm')) return [];
    const { vision, trained_for_tool_use: usesTools, reasoning } = data.capabilities ?? {};
    const contextTokens = tokens(data.loaded_instances?.[0]?.config?.context_length) ?? tokens(data.max_context_length);
    // It takes tools from every model and leaves them to the prompt where the model was not trained for them.
    return [{ id: data.key, capabilities: known({ contextTokens, vision, tools: usesTools === true ? true : undefined, reasoning: reasoning === undefined ? undefined : reasoning !== false && reasoning !== null }) }];
  });
  // Another program's list of models under this name would have none of these.
  return models.length === 0 && list.data.models.length > 0 ? null : models;
}

const LlamaProps = z.object({
  default_generation_settings: z.object({ n_ctx: z.optional(z.unknown()) }),
  model_path: z.optional(z.string()),
  modalities: z.optional(z.object({ vision: z.optional(z.boolean()), audio: z.optional(z.boolean()) })),
  chat_template_caps: z.optional(z.object({ supports_tools: z.optional(z.boolean()), supports_tool_calls: z.optional(z.boolean()) })),
});

/** `GET /props` of llama-server: the one model it runs. Null when it is another program. */
export function readLlamaProps(json: unknown): ModelCapabilities | null {
  const { data } = LlamaProps.safeParse(json);
  if (data === undefined) return null;
  const { supports_tools: takes, supports_tool_calls: calls } = data.chat_template_caps ?? {};
  return known({
    contextTokens: tokens(data.default_generation_settings.n_ctx),
    tools: takes === undefined && calls === undefined ? undefined : takes === true || calls === true,
    vision: data.modalities?.vision,
    audio: data.modalities?.audio,
  });
}

const OpenAiModels = z.object({ data: z.array(z.object({ id: z.string() })) });

/** `GET /v1/models` as most programs answer it. */
export function readOpenAiModels(json: unknown): string[] | null {
  const { data } = OpenAiModels.safeParse(json);
  return data === undefined ? null : data.data.map(({ id }) => id).filter(isName).slice(0, maxModels);
}

/** Without the fields that nobody said. */
function known(capabilities: { [K in keyof ModelCapabilities]: ModelCapabilities[K] | undefined }): ModelCapabilities {
  return Object.fromEntries(Object.entries(capabilities).filter(([, value]) => value !== undefined));
}
