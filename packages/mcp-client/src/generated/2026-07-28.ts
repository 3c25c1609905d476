/** Types of MCP 2026-07-28. Made by scripts/generate-types.ts from schema/2026-07-28.schema.json: do not edit. */

export type Annotations = {
  audience?: Role[];
  lastModified?: string;
  priority?: number;
};

export type AudioContent = {
  _meta?: MetaObject;
  annotations?: Annotations;
  data: string;
  mimeType: string;
  type: 'audio';
};

export type BaseMetadata = {
  name: string;
  title?: string;
};

export type BlobResourceContents = {
  _meta?: MetaObject;
  blob: string;
  mimeType?: string;
  uri: string;
};

export type BooleanSchema = {
  default?: boolean;
  description?: string;
  title?: string;
  type: 'boolean';
};

export type CacheableResult = {
  _meta?: ResultMetaObject;
  cacheScope: 'private' | 'public';
  resultType: string;
  ttlMs: number;
};

export type CallToolRequest = {
  id: RequestId;
  jsonrpc: '2.0';
  method: 'tools/call';
  params: CallToolRequestParams;
};

export type CallToolRequestParams = {
  _meta: RequestMetaObject;
  arguments?: {
    [key: string]: unknown;
  };
  inputResponses?: InputResponses;
  name: string;
  requestState?: string;
};

export type CallToolResult = {
  _meta?: ResultMetaObject;
  content: ContentBlock[];
  isError?: boolean;
  resultType: string;
  structuredContent?: unknown;
};

export type CallToolResultResponse = {
  id: RequestId;
  jsonrpc: '2.0';
  result: InputRequiredResult | CallToolResult;
};

export type CancelledNotification = {
  jsonrpc: '2.0';
  method: 'notifications/cancelled';
  params: CancelledNotificationParams;
};

export type CancelledNotificationParams = {
  _meta?: NotificationMetaObject;
  reason?: string;
  requestId: RequestId;
};

export type ClientCapabilities = {
  elicitation?: {
    form?: JSONObject;
    url?: JSONObject;
  };
  experimental?: {
    [key: string]: JSONObject;
  };
  extensions?: {
    [key: string]: JSONObject;
  };
  roots?: {
    [key: string]: unknown;
  };
  sampling?: {
    context?: JSONObject;
    tools?: JSONObject;
  };
};

export type ClientNotification = {
  jsonrpc: '2.0';
  method: 'notifications/cancelled';
  params: CancelledNotificationParams;
};

export type ClientRequest = DiscoverRequest | ListResourcesRequest | ListResourceTemplatesRequest | ReadResourceRequest | SubscriptionsListenRequest | ListPromptsRequest | GetPromptRequest | ListToolsRequest | CallToolRequest | CompleteRequest;

export type ClientResult = Result;

export type CompleteRequest = {
  id: RequestId;
  jsonrpc: '2.0';
  method: 'completion/complete';
  params: CompleteRequestParams;
};

export type CompleteRequestParams = {
  _meta: RequestMetaObject;
  argument: {
    name: string;
    value: string;
  };
  context?: {
    arguments?: {
      [key: string]: string;
    };
  };
  ref: PromptReference | ResourceTemplateReference;
};

export type CompleteResult = {
  _meta?: ResultMetaObject;
  completion: {
    hasMore?: boolean;
    total?: number;
    values: string[];
  };
  resultType: string;
};

export type CompleteResultResponse = {
  id: RequestId;
  jsonrpc: '2.0';
  result: CompleteResult;
};

export type ContentBlock = TextContent | ImageContent | AudioContent | ResourceLink | EmbeddedResource;

export type CreateMessageRequest = {
  method: 'sampling/createMessage';
  params: CreateMessageRequestParams;
};

export type CreateMessageRequestParams = {
  includeContext?: 'allServers' | 'none' | 'thisServer';
  maxTokens: number;
  messages: SamplingMessage[];
  metadata?: JSONObject;
  modelPreferences?: ModelPreferences;
  stopSequences?: string[];
  systemPrompt?: string;
  temperature?: number;
  toolChoice?: ToolChoice;
  tools?: Tool[];
};

export type CreateMessageResult = {
  _meta?: MetaObject;
  content: TextContent | ImageContent | AudioContent | ToolUseContent | ToolResultContent | SamplingMessageContentBlock[];
  model: string;
  role: Role;
  stopReason?: string;
};

export type Cursor = string;

export type DiscoverRequest = {
  id: RequestId;
  jsonrpc: '2.0';
  method: 'server/discover';
  params: RequestParams;
};

export type DiscoverResult = {
  _meta?: ResultMetaObject;
  cacheScope: 'private' | 'public';
  capabilities: ServerCapabilities;
  instructions?: string;
  resultType: string;
  supportedVersions: string[];
  ttlMs: number;
};

export type DiscoverResultResponse = {
  id: RequestId;
  jsonrpc: '2.0';
  result: DiscoverResult;
};

export type ElicitRequest = {
  method: 'elicitation/create';
  params: ElicitRequestParams;
};

export type ElicitRequestFormParams = {
  message: string;
  mode?: 'form';
  requestedSchema: {
    $schema?: string;
    properties: {
      [key: string]: PrimitiveSchemaDefinition;
    };
    required?: string[];
    type: 'object';
  };
};

export type ElicitRequestParams = ElicitRequestFormParams | ElicitRequestURLParams;

export type ElicitRequestURLParams = {
  message: string;
  mode: 'url';
  url: string;
};

export type ElicitResult = {
  action: 'accept' | 'cancel' | 'decline';
  content?: {
    [key: string]: string[] | string | number | boolean;
  };
};

export type EmbeddedResource = {
  _meta?: MetaObject;
  annotations?: Annotations;
  resource: TextResourceContents | BlobResourceContents;
  type: 'resource';
};

export type EmptyResult = Result;

export type EnumSchema = UntitledSingleSelectEnumSchema | TitledSingleSelectEnumSchema | UntitledMultiSelectEnumSchema | TitledMultiSelectEnumSchema | LegacyTitledEnumSchema;

export type Error = {
  code: number;
  data?: unknown;
  message: string;
};

export type GetPromptRequest = {
  id: RequestId;
  jsonrpc: '2.0';
  method: 'prompts/get';
  params: GetPromptRequestParams;
};

export type GetPromptRequestParams = {
  _meta: RequestMetaObject;
  arguments?: {
    [key: string]: string;
  };
  inputResponses?: InputResponses;
  name: string;
  requestState?: string;
};

export type GetPromptResult = {
  _meta?: ResultMetaObject;
  description?: string;
  messages: PromptMessage[];
  resultType: string;
};

export type GetPromptResultResponse = {
  id: RequestId;
  jsonrpc: '2.0';
  result: InputRequiredResult | GetPromptResult;
};

export type HeaderMismatchError = {
  error: Error & {
    code: -32020;
  };
  id?: RequestId;
  jsonrpc: '2.0';
};

export type Icon = {
  mimeType?: string;
  sizes?: string[];
  src: string;
  theme?: 'dark' | 'light';
};

export type Icons = {
  icons?: Icon[];
};

export type ImageContent = {
  _meta?: MetaObject;
  annotations?: Annotations;
  data: string;
  mimeType: string;
  type: 'image';
};

export type Implementation = {
  description?: string;
  icons?: Icon[];
  name: string;
  title?: string;
  version: string;
  websiteUrl?: string;
};

export type InputRequest = CreateMessageRequest | ListRootsRequest | ElicitRequest;

export type InputRequests = {
  [key: string]: InputRequest;
};

export type InputRequiredResult = {
  _meta?: ResultMetaObject;
  inputRequests?: InputRequests;
  requestState?: string;
  resultType: string;
};

export type InputResponse = CreateMessageResult | ListRootsResult | ElicitResult;

export type InputResponseRequestParams = {
  _meta: RequestMetaObject;
  inputResponses?: InputResponses;
  requestState?: string;
};

export type InputResponses = {
  [key: string]: InputResponse;
};

export type InternalError = {
  code: -32603;
  data?: unknown;
  message: string;
};

export type InvalidParamsError = {
  code: -32602;
  data?: unknown;
  message: string;
};

export type InvalidRequestError = {
  code: -32600;
  data?: unknown;
  message: string;
};

export type JSONArray = JSONValue[];

export type JSONObject = {
  [key: string]: JSONValue;
};

export type JSONRPCErrorResponse = {
  error: Error;
  id?: RequestId;
  jsonrpc: '2.0';
};

export type JSONRPCMessage = JSONRPCRequest | JSONRPCNotification | JSONRPCResultResponse | JSONRPCErrorResponse;

export type JSONRPCNotification = {
  jsonrpc: '2.0';
  method: string;
  params?: {
    [key: string]: unknown;
  };
};

export type JSONRPCRequest = {
  id: RequestId;
  jsonrpc: '2.0';
  method: string;
  params?: {
    [key: string]: unknown;
  };
};

export type JSONRPCResponse = JSONRPCResultResponse | JSONRPCErrorResponse;

export type JSONRPCResultResponse = {
  id: RequestId;
  jsonrpc: '2.0';
  result: Result;
};

export type JSONValue = null | boolean | number | string | JSONArray | JSONObject;

export type LegacyTitledEnumSchema = {
  default?: string;
  description?: string;
  enum: string[];
  enumNames?: string[];
  title?: string;
  type: 'string';
};

export type ListPromptsRequest = {
  id: RequestId;
  jsonrpc: '2.0';
  method: 'prompts/list';
  params: PaginatedRequestParams;
};

export type ListPromptsResult = {
  _meta?: ResultMetaObject;
  cacheScope: 'private' | 'public';
  nextCursor?: string;
  prompts: Prompt[];
  resultType: string;
  ttlMs: number;
};

export type ListPromptsResultResponse = {
  id: RequestId;
  jsonrpc: '2.0';
  result: ListPromptsResult;
};

export type ListResourceTemplatesRequest = {
  id: RequestId;
  jsonrpc: '2.0';
  method: 'resources/templates/list';
  params: PaginatedRequestParams;
};

export type ListResourceTemplatesResult = {
  _meta?: ResultMetaObject;
  cacheScope: 'private' | 'public';
  nextCursor?: string;
  resourceTemplates: ResourceTemplate[];
  resultType: string;
  ttlMs: number;
};

export type ListResourceTemplatesResultResponse = {
  id: RequestId;
  jsonrpc: '2.0';
  result: ListResourceTemplatesResult;
};

export type ListResourcesRequest = {
  id: RequestId;
  jsonrpc: '2.0';
  method: 'resources/list';
  params: PaginatedRequestParams;
};

export type ListResourcesResult = {
  _meta?: ResultMetaObject;
  cacheScope: 'private' | 'public';
  nextCursor?: string;
  resources: Resource[];
  resultType: string;
  ttlMs: number;
};

export type ListResourcesResultResponse = {
  id: RequestId;
  jsonrpc: '2.0';
  result: ListResourcesResult;
};

export type ListRootsRequest = {
  method: 'roots/list';
  params?: {
    _meta?: MetaObject;
  };
};

export type ListRootsResult = {
  roots: Root[];
};

export type ListToolsRequest = {
  id: RequestId;
  jsonrpc: '2.0';
  method: 'tools/list';
  params: PaginatedRequestParams;
};

export type ListToolsResult = {
  _meta?: ResultMetaObject;
  cacheScope: 'private' | 'public';
  nextCursor?: string;
  resultType: string;
  tools: Tool[];
  ttlMs: number;
};

export type ListToolsResultResponse = {
  id: RequestId;
  jsonrpc: '2.0';
  result: ListToolsResult;
};

export type LoggingLevel = 'alert' | 'critical' | 'debug' | 'emergency' | 'error' | 'info' | 'notice' | 'warning';

export type LoggingMessageNotification = {
  jsonrpc: '2.0';
  method: 'notifications/message';
  params: LoggingMessageNotificationParams;
};

export type LoggingMessageNotificationParams = {
  _meta?: NotificationMetaObject;
  data: unknown;
  level: LoggingLevel;
  logger?: string;
};

export type MetaObject = {
  [key: string]: unknown;
};

export type MethodNotFoundError = {
  code: -32601;
  data?: unknown;
  message: string;
};

export type MissingRequiredClientCapabilityError = {
  error: Error & {
    code: -32021;
    data: {
      requiredCapabilities: ClientCapabilities;
    };
  };
  id?: RequestId;
  jsonrpc: '2.0';
};

export type ModelHint = {
  name?: string;
};

export type ModelPreferences = {
  costPriority?: number;
  hints?: ModelHint[];
  intelligencePriority?: number;
  speedPriority?: number;
};

export type MultiSelectEnumSchema = UntitledMultiSelectEnumSchema | TitledMultiSelectEnumSchema;

export type Notification = {
  method: string;
  params?: {
    [key: string]: unknown;
  };
};

export type NotificationMetaObject = {
  'io.modelcontextprotocol/subscriptionId'?: RequestId;
};

export type NotificationParams = {
  _meta?: NotificationMetaObject;
};

export type NumberSchema = {
  default?: number;
  description?: string;
  maximum?: number;
  minimum?: number;
  title?: string;
  type: 'integer' | 'number';
};

export type PaginatedRequest = {
  id: RequestId;
  jsonrpc: '2.0';
  method: string;
  params: PaginatedRequestParams;
};

export type PaginatedRequestParams = {
  _meta: RequestMetaObject;
  cursor?: string;
};

export type PaginatedResult = {
  _meta?: ResultMetaObject;
  nextCursor?: string;
  resultType: string;
};

export type ParseError = {
  code: -32700;
  data?: unknown;
  message: string;
};

export type PrimitiveSchemaDefinition = StringSchema | NumberSchema | BooleanSchema | UntitledSingleSelectEnumSchema | TitledSingleSelectEnumSchema | UntitledMultiSelectEnumSchema | TitledMultiSelectEnumSchema | LegacyTitledEnumSchema;

export type ProgressNotification = {
  jsonrpc: '2.0';
  method: 'notifications/progress';
  params: ProgressNotificationParams;
};

export type ProgressNotificationParams = {
  _meta?: NotificationMetaObject;
  message?: string;
  progress: number;
  progressToken: ProgressToken;
  total?: number;
};

export type ProgressToken = string | number;

export type Prompt = {
  _meta?: MetaObject;
  arguments?: PromptArgument[];
  description?: string;
  icons?: Icon[];
  name: string;
  title?: string;
};

export type PromptArgument = {
  description?: string;
  name: string;
  required?: boolean;
  title?: string;
};

export type PromptListChangedNotification = {
  jsonrpc: '2.0';
  method: 'notifications/prompts/list_changed';
  params?: NotificationParams;
};

export type PromptMessage = {
  content: ContentBlock;
  role: Role;
};

export type PromptReference = {
  name: string;
  title?: string;
  type: 'ref/prompt';
};

export type ReadResourceRequest = {
  id: RequestId;
  jsonrpc: '2.0';
  method: 'resources/read';
  params: ReadResourceRequestParams;
};

export type ReadResourceRequestParams = {
  _meta: RequestMetaObject;
  inputResponses?: InputResponses;
  requestState?: string;
  uri: string;
};

export type ReadResourceResult = {
  _meta?: ResultMetaObject;
  cacheScope: 'private' | 'public';
  contents: (TextResourceContents | BlobResourceContents)[];
  resultType: string;
  ttlMs: number;
};

export type ReadResourceResultResponse = {
  id: RequestId;
  jsonrpc: '2.0';
  result: InputRequiredResult | ReadResourceResult;
};

export type Request = {
  method: string;
  params?: {
    [key: string]: unknown;
  };
};

export type RequestId = string | number;

export type RequestMetaObject = {
  'io.modelcontextprotocol/clientCapabilities': ClientCapabilities;
  'io.modelcontextprotocol/clientInfo'?: Implementation;
  'io.modelcontextprotocol/logLevel'?: LoggingLevel;
  'io.modelcontextprotocol/protocolVersion': string;
  progressToken?: ProgressToken;
};

export type RequestParams = {
  _meta: RequestMetaObject;
};

export type Resource = {
  _meta?: MetaObject;
  annotations?: Annotations;
  description?: string;
  icons?: Icon[];
  mimeType?: string;
  name: string;
  size?: number;
  title?: string;
  uri: string;
};

export type ResourceContents = {
  _meta?: MetaObject;
  mimeType?: string;
  uri: string;
};

export type ResourceLink = {
  _meta?: MetaObject;
  annotations?: Annotations;
  description?: string;
  icons?: Icon[];
  mimeType?: string;
  name: string;
  size?: number;
  title?: string;
  type: 'resource_link';
  uri: string;
};

export type ResourceListChangedNotification = {
  jsonrpc: '2.0';
  method: 'notifications/resources/list_changed';
  params?: NotificationParams;
};

export type ResourceRequestParams = {
  _meta: RequestMetaObject;
  uri: string;
};

export type ResourceTemplate = {
  _meta?: MetaObject;
  annotations?: Annotations;
  description?: string;
  icons?: Icon[];
  mimeType?: string;
  name: string;
  title?: string;
  uriTemplate: string;
};

export type ResourceTemplateReference = {
  type: 'ref/resource';
  uri: string;
};

export type ResourceUpdatedNotification = {
  jsonrpc: '2.0';
  method: 'notifications/resources/updated';
  params: ResourceUpdatedNotificationParams;
};

export type ResourceUpdatedNotificationParams = {
  _meta?: NotificationMetaObject;
  uri: string;
};

export type Result = {
  _meta?: ResultMetaObject;
  resultType: string;
  [key: string]: unknown;
};

export type ResultMetaObject = {
  'io.modelcontextprotocol/serverInfo'?: Implementation;
};

export type ResultType = string;

export type Role = 'assistant' | 'user';

export type Root = {
  _meta?: MetaObject;
  name?: string;
  uri: string;
};

export type SamplingMessage = {
  _meta?: MetaObject;
  content: TextContent | ImageContent | AudioContent | ToolUseContent | ToolResultContent | SamplingMessageContentBlock[];
  role: Role;
};

export type SamplingMessageContentBlock = TextContent | ImageContent | AudioContent | ToolUseContent | ToolResultContent;

export type ServerCapabilities = {
  completions?: JSONObject;
  experimental?: {
    [key: string]: JSONObject;
  };
  extensions?: {
    [key: string]: JSONObject;
  };
  logging?: JSONObject;
  prompts?: {
    listChanged?: boolean;
  };
  resources?: {
    listChanged?: boolean;
    subscribe?: boolean;
  };
  tools?: {
    listChanged?: boolean;
  };
};

export type ServerNotification = CancelledNotification | ProgressNotification | ResourceListChangedNotification | SubscriptionsAcknowledgedNotification | ResourceUpdatedNotification | PromptListChangedNotification | ToolListChangedNotification | LoggingMessageNotification;

export type ServerResult = Result | InputRequiredResult | DiscoverResult | ListResourcesResult | ListResourceTemplatesResult | ReadResourceResult | SubscriptionsListenResult | ListPromptsResult | GetPromptResult | ListToolsResult | CallToolResult | CompleteResult;

export type SingleSelectEnumSchema = UntitledSingleSelectEnumSchema | TitledSingleSelectEnumSchema;

export type StringSchema = {
  default?: string;
  description?: string;
  format?: 'date' | 'date-time' | 'email' | 'uri';
  maxLength?: number;
  minLength?: number;
  title?: string;
  type: 'string';
};

export type SubscriptionFilter = {
  promptsListChanged?: boolean;
  resourceSubscriptions?: string[];
  resourcesListChanged?: boolean;
  toolsListChanged?: boolean;
};

export type SubscriptionsAcknowledgedNotification = {
  jsonrpc: '2.0';
  method: 'notifications/subscriptions/acknowledged';
  params: SubscriptionsAcknowledgedNotificationParams;
};

export type SubscriptionsAcknowledgedNotificationParams = {
  _meta?: NotificationMetaObject;
  notifications: SubscriptionFilter;
};

export type SubscriptionsListenRequest = {
  id: RequestId;
  jsonrpc: '2.0';
  method: 'subscriptions/listen';
  params: SubscriptionsListenRequestParams;
};

export type SubscriptionsListenRequestParams = {
  _meta: RequestMetaObject;
  notifications: SubscriptionFilter;
};

export type SubscriptionsListenResult = {
  _meta: SubscriptionsListenResultMetaObject;
  resultType: string;
};

export type SubscriptionsListenResultMetaObject = {
  'io.modelcontextprotocol/serverInfo'?: Implementation;
  'io.modelcontextprotocol/subscriptionId': RequestId;
};

export type SubscriptionsListenResultResponse = {
  id: RequestId;
  jsonrpc: '2.0';
  result: SubscriptionsListenResult;
};

export type TextContent = {
  _meta?: MetaObject;
  annotations?: Annotations;
  text: string;
  type: 'text';
};

export type TextResourceContents = {
  _meta?: MetaObject;
  mimeType?: string;
  text: string;
  uri: string;
};

export type TitledMultiSelectEnumSchema = {
  default?: string[];
  description?: string;
  items: {
    anyOf: ({
      const: string;
      title: string;
    })[];
  };
  maxItems?: number;
  minItems?: number;
  title?: string;
  type: 'array';
};

export type TitledSingleSelectEnumSchema = {
  default?: string;
  description?: string;
  oneOf: ({
    const: string;
    title: string;
  })[];
  title?: string;
  type: 'string';
};

export type Tool = {
  _meta?: MetaObject;
  annotations?: ToolAnnotations;
  description?: string;
  icons?: Icon[];
  inputSchema: {
    $schema?: string;
    type: 'object';
    [key: string]: unknown;
  };
  name: string;
  outputSchema?: {
    $schema?: string;
    [key: string]: unknown;
  };
  title?: string;
};

export type ToolAnnotations = {
  destructiveHint?: boolean;
  idempotentHint?: boolean;
  openWorldHint?: boolean;
  readOnlyHint?: boolean;
  title?: string;
};

export type ToolChoice = {
  mode?: 'auto' | 'none' | 'required';
};

export type ToolListChangedNotification = {
  jsonrpc: '2.0';
  method: 'notifications/tools/list_changed';
  params?: NotificationParams;
};

export type ToolResultContent = {
  _meta?: MetaObject;
  content: ContentBlock[];
  isError?: boolean;
  structuredContent?: unknown;
  toolUseId: string;
  type: 'tool_result';
};

export type ToolUseContent = {
  _meta?: MetaObject;
  id: string;
  input: {
    [key: string]: unknown;
  };
  name: string;
  type: 'tool_use';
};

export type UnsupportedProtocolVersionError = {
  error: Error & {
    code: -32022;
    data: {
      requested: string;
      supported: string[];
    };
  };
  id?: RequestId;
  jsonrpc: '2.0';
};

export type UntitledMultiSelectEnumSchema = {
  default?: string[];
  description?: string;
  items: {
    enum: string[];
    type: 'string';
  };
  maxItems?: number;
  minItems?: number;
  title?: string;
  type: 'array';
};

export type UntitledSingleSelectEnumSchema = {
  default?: string;
  description?: string;
  enum: string[];
  title?: string;
  type: 'string';
};
