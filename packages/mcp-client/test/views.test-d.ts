/**
 * Types alone, checked by the compiler: where a hand-shaped view stands for a type of the specification, one can be given
 * for the other in the direction it travels.
 */
import type * as Client from '../src/client.ts';
import type * as Handlers from '../src/handlers.ts';
import type * as JsonRpc from '../src/jsonrpc/message.ts';
import type * as V2024 from '../src/generated/2024-11-05.ts';
import type * as V2025March from '../src/generated/2025-03-26.ts';
import type * as V2025June from '../src/generated/2025-06-18.ts';
import type * as V2025 from '../src/generated/2025-11-25.ts';
import type * as V2026 from '../src/generated/2026-07-28.ts';

/** Fails to compile unless `From` can be given where `To` is wanted. */
type Fits<From extends To, To> = [From, To];
type Equal<One, Other> = [One] extends [Other] ? ([Other] extends [One] ? true : false) : false;
/** Fails to compile unless it is given `true`. */
type Is<Truth extends true> = Truth;

/** What servers send is read into views that can hold all of it. */
export type Read = [
  Fits<V2025.Icon, Client.Icon>,
  Fits<V2026.Icon, Client.Icon>,
  Fits<V2025.Implementation, Client.Implementation>,
  Fits<V2026.Implementation, Client.Implementation>,
  Fits<V2026.ToolAnnotations, Client.ToolAnnotations>,
  Fits<V2025March.ToolAnnotations, Client.ToolAnnotations>,
  Fits<V2026.Annotations, Client.Annotations>,
  Fits<V2025June.Annotations, Client.Annotations>,
  Fits<Pick<V2026.PromptArgument, 'name' | 'title' | 'description' | 'required'>, Client.PromptArgument>,
  Is<Equal<V2026.LoggingLevel, Client.LogLevel>>,
  Is<Equal<V2024.LoggingLevel, Client.LogLevel>>,
  Is<Equal<V2026.Role, Client.PromptMessage['role']>>,
  Is<Equal<V2026.Role, Handlers.SamplingMessage['role']>>,
  Fits<Omit<V2026.ProgressNotificationParams, '_meta' | 'progressToken'>, Client.Progress>,
  Is<Equal<V2026.ContentBlock['type'], Exclude<Client.ContentBlock['type'], 'unknown'>>>,
  Is<Equal<V2025.ContentBlock['type'], Exclude<Client.ContentBlock['type'], 'unknown'>>>,
  Is<Equal<V2026.SamplingMessageContentBlock['type'], Handlers.SamplingBlock['type']>>,
  Is<Equal<V2025.SamplingMessageContentBlock['type'], Handlers.SamplingBlock['type']>>,
];

/** What the server may ask for, and how. */
export type Asked = [
  Is<Equal<V2026.InputRequest['method'], Handlers.InputMethod>>,
  Is<Equal<Exclude<V2025.ServerRequest['method'], 'ping' | `tasks/${string}`>, Handlers.InputMethod>>,
  Is<Equal<NonNullable<V2026.ToolChoice['mode']>, Handlers.SampleRequest['toolChoice']>>,
  Is<Equal<NonNullable<V2026.CreateMessageRequestParams['includeContext']>, Handlers.SampleRequest['includeContext']>>,
  Is<Equal<V2026.ElicitRequestParams['mode'], Handlers.ElicitRequest['mode'] | undefined>>,
  Is<Equal<V2026.PrimitiveSchemaDefinition['type'], 'string' | 'number' | 'integer' | 'boolean' | 'array'>>,
  Is<Equal<NonNullable<V2026.StringSchema['format']>, NonNullable<Extract<Handlers.FormField, { kind: 'string' }>['format']>>>,
];

/** What we send is what the specification wants. */
export type Sent = [
  Is<Equal<V2026.ElicitResult['action'], Handlers.ElicitResult['action']>>,
  Fits<NonNullable<Exclude<Handlers.FormContent[string], null>>, NonNullable<V2026.ElicitResult['content']>[string] | number>,
  Fits<Omit<Handlers.Root, 'meta'>, V2026.Root>,
  Fits<Omit<Handlers.Root, 'meta'>, V2024.Root>,
  Fits<Client.Implementation, V2026.Implementation>,
  Fits<Client.Implementation, V2025.Implementation>,
  Fits<Extract<Handlers.OutgoingBlock, { type: 'text' }>, V2026.TextContent>,
  Fits<Omit<Extract<Handlers.OutgoingBlock, { type: 'tool_use' }>, 'meta'>, V2026.ToolUseContent>,
  Fits<Handlers.OutgoingBlock['type'], V2026.SamplingMessageContentBlock['type']>,
  Fits<Handlers.RelatedCall['method'], V2026.ClientRequest['method']>,
  Fits<Parameters<Client.Client['complete']>[0], V2026.CompleteRequestParams['ref']>,
  Fits<Parameters<Client.Client['complete']>[1], V2026.CompleteRequestParams['argument']>,
];

/** The envelope is the same in every revision. */
export type Envelope = [
  Fits<JsonRpc.JsonRpcRequest, V2026.JSONRPCRequest>,
  Fits<JsonRpc.JsonRpcRequest, V2024.JSONRPCRequest>,
  Fits<JsonRpc.JsonRpcNotification, V2025.JSONRPCNotification>,
  Is<Equal<JsonRpc.RequestId, V2026.RequestId>>,
  Is<Equal<JsonRpc.Json, V2026.JSONValue>>,
];

/** The methods this engine knows are those of the revisions. */
export type Methods = [
  Fits<'tools/call' | 'prompts/get' | 'resources/read' | 'server/discover' | 'subscriptions/listen' | 'completion/complete', V2026.ClientRequest['method']>,
  Fits<'initialize' | 'ping' | 'logging/setLevel' | 'resources/subscribe' | 'resources/unsubscribe', V2024.ClientRequest['method']>,
  Fits<'notifications/elicitation/complete', V2025.ServerNotification['method']>,
  Fits<'notifications/roots/list_changed' | 'notifications/initialized', V2025.ClientNotification['method']>,
];
