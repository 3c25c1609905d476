/** Types of MCP 2025-06-18. Made by scripts/generate-types.ts from schema/2025-06-18.schema.json: do not edit. */

export type Annotations = {
  audience?: Role[];
  lastModified?: string;
  priority?: number;
};

export type AudioContent = {
  _meta?: {
    [key: string]: unknown;
  };
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
  _meta?: {
    [key: string]: unknown;
  };
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

export type CallToolRequest = {
  method: 'tools/call';
  params: {
    arguments?: {
      [key: string]: unknown;
    };
    name: string;
  };
};

export type CallToolResult = {
  _meta?: {
    [key: string]: unknown;
  };
  content: ContentBlock[];
  isError?: boolean;
  structuredContent?: {
    [key: string]: unknown;
  };
};

export type CancelledNotification = {
  method: 'notifications/cancelled';
  params: {
    reason?: string;
    requestId: RequestId;
  };
};

export type ClientCapabilities = {
  elicitation?: {
    [key: string]: unknown;
  };
  experimental?: {
    [key: string]: {
      [key: string]: unknown;
    };
  };
  roots?: {
    listChanged?: boolean;
  };
  sampling?: {
    [key: string]: unknown;
  };
};

export type ClientNotification = CancelledNotification | InitializedNotification | ProgressNotification | RootsListChangedNotification;

export type ClientRequest = InitializeRequest | PingRequest | ListResourcesRequest | ListResourceTemplatesRequest | ReadResourceRequest | SubscribeRequest | UnsubscribeRequest | ListPromptsRequest | GetPromptRequest | ListToolsRequest | CallToolRequest | SetLevelRequest | CompleteRequest;

export type ClientResult = Result | CreateMessageResult | ListRootsResult | ElicitResult;

export type CompleteRequest = {
  method: 'completion/complete';
  params: {
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
};

export type CompleteResult = {
  _meta?: {
    [key: string]: unknown;
  };
  completion: {
    hasMore?: boolean;
    total?: number;
    values: string[];
  };
};

export type ContentBlock = TextContent | ImageContent | AudioContent | ResourceLink | EmbeddedResource;

export type CreateMessageRequest = {
  method: 'sampling/createMessage';
  params: {
    includeContext?: 'allServers' | 'none' | 'thisServer';
    maxTokens: number;
    messages: SamplingMessage[];
    metadata?: {
      [key: string]: unknown;
    };
    modelPreferences?: ModelPreferences;
    stopSequences?: string[];
    systemPrompt?: string;
    temperature?: number;
  };
};

export type CreateMessageResult = {
  _meta?: {
    [key: string]: unknown;
  };
  content: TextContent | ImageContent | AudioContent;
  model: string;
  role: Role;
  stopReason?: string;
};

export type Cursor = string;

export type ElicitRequest = {
  method: 'elicitation/create';
  params: {
    message: string;
    requestedSchema: {
      properties: {
        [key: string]: PrimitiveSchemaDefinition;
      };
      required?: string[];
      type: 'object';
    };
  };
};

export type ElicitResult = {
  _meta?: {
    [key: string]: unknown;
  };
  action: 'accept' | 'cancel' | 'decline';
  content?: {
    [key: string]: string | number | boolean;
  };
};

export type EmbeddedResource = {
  _meta?: {
    [key: string]: unknown;
  };
  annotations?: Annotations;
  resource: TextResourceContents | BlobResourceContents;
  type: 'resource';
};

export type EmptyResult = Result;

export type EnumSchema = {
  description?: string;
  enum: string[];
  enumNames?: string[];
  title?: string;
  type: 'string';
};

export type GetPromptRequest = {
  method: 'prompts/get';
  params: {
    arguments?: {
      [key: string]: string;
    };
    name: string;
  };
};

export type GetPromptResult = {
  _meta?: {
    [key: string]: unknown;
  };
  description?: string;
  messages: PromptMessage[];
};

export type ImageContent = {
  _meta?: {
    [key: string]: unknown;
  };
  annotations?: Annotations;
  data: string;
  mimeType: string;
  type: 'image';
};

export type Implementation = {
  name: string;
  title?: string;
  version: string;
};

export type InitializeRequest = {
  method: 'initialize';
  params: {
    capabilities: ClientCapabilities;
    clientInfo: Implementation;
    protocolVersion: string;
  };
};

export type InitializeResult = {
  _meta?: {
    [key: string]: unknown;
  };
  capabilities: ServerCapabilities;
  instructions?: string;
  protocolVersion: string;
  serverInfo: Implementation;
};

export type InitializedNotification = {
  method: 'notifications/initialized';
  params?: {
    _meta?: {
      [key: string]: unknown;
    };
    [key: string]: unknown;
  };
};

export type JSONRPCError = {
  error: {
    code: number;
    data?: unknown;
    message: string;
  };
  id: RequestId;
  jsonrpc: '2.0';
};

export type JSONRPCMessage = JSONRPCRequest | JSONRPCNotification | JSONRPCResponse | JSONRPCError;

export type JSONRPCNotification = {
  jsonrpc: '2.0';
  method: string;
  params?: {
    _meta?: {
      [key: string]: unknown;
    };
    [key: string]: unknown;
  };
};

export type JSONRPCRequest = {
  id: RequestId;
  jsonrpc: '2.0';
  method: string;
  params?: {
    _meta?: {
      progressToken?: ProgressToken;
      [key: string]: unknown;
    };
    [key: string]: unknown;
  };
};

export type JSONRPCResponse = {
  id: RequestId;
  jsonrpc: '2.0';
  result: Result;
};

export type ListPromptsRequest = {
  method: 'prompts/list';
  params?: {
    cursor?: string;
  };
};

export type ListPromptsResult = {
  _meta?: {
    [key: string]: unknown;
  };
  nextCursor?: string;
  prompts: Prompt[];
};

export type ListResourceTemplatesRequest = {
  method: 'resources/templates/list';
  params?: {
    cursor?: string;
  };
};

export type ListResourceTemplatesResult = {
  _meta?: {
    [key: string]: unknown;
  };
  nextCursor?: string;
  resourceTemplates: ResourceTemplate[];
};

export type ListResourcesRequest = {
  method: 'resources/list';
  params?: {
    cursor?: string;
  };
};

export type ListResourcesResult = {
  _meta?: {
    [key: string]: unknown;
  };
  nextCursor?: string;
  resources: Resource[];
};

export type ListRootsRequest = {
  method: 'roots/list';
  params?: {
    _meta?: {
      progressToken?: ProgressToken;
      [key: string]: unknown;
    };
    [key: string]: unknown;
  };
};

export type ListRootsResult = {
  _meta?: {
    [key: string]: unknown;
  };
  roots: Root[];
};

export type ListToolsRequest = {
  method: 'tools/list';
  params?: {
    cursor?: string;
  };
};

export type ListToolsResult = {
  _meta?: {
    [key: string]: unknown;
  };
  nextCursor?: string;
  tools: Tool[];
};

export type LoggingLevel = 'alert' | 'critical' | 'debug' | 'emergency' | 'error' | 'info' | 'notice' | 'warning';

export type LoggingMessageNotification = {
  method: 'notifications/message';
  params: {
    data: unknown;
    level: LoggingLevel;
    logger?: string;
  };
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

export type Notification = {
  method: string;
  params?: {
    _meta?: {
      [key: string]: unknown;
    };
    [key: string]: unknown;
  };
};

export type NumberSchema = {
  description?: string;
  maximum?: number;
  minimum?: number;
  title?: string;
  type: 'integer' | 'number';
};

export type PaginatedRequest = {
  method: string;
  params?: {
    cursor?: string;
  };
};

export type PaginatedResult = {
  _meta?: {
    [key: string]: unknown;
  };
  nextCursor?: string;
};

export type PingRequest = {
  method: 'ping';
  params?: {
    _meta?: {
      progressToken?: ProgressToken;
      [key: string]: unknown;
    };
    [key: string]: unknown;
  };
};

export type PrimitiveSchemaDefinition = StringSchema | NumberSchema | BooleanSchema | EnumSchema;

export type ProgressNotification = {
  method: 'notifications/progress';
  params: {
    message?: string;
    progress: number;
    progressToken: ProgressToken;
    total?: number;
  };
};

export type ProgressToken = string | number;

export type Prompt = {
  _meta?: {
    [key: string]: unknown;
  };
  arguments?: PromptArgument[];
  description?: string;
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
  method: 'notifications/prompts/list_changed';
  params?: {
    _meta?: {
      [key: string]: unknown;
    };
    [key: string]: unknown;
  };
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
  method: 'resources/read';
  params: {
    uri: string;
  };
};

export type ReadResourceResult = {
  _meta?: {
    [key: string]: unknown;
  };
  contents: (TextResourceContents | BlobResourceContents)[];
};

export type Request = {
  method: string;
  params?: {
    _meta?: {
      progressToken?: ProgressToken;
      [key: string]: unknown;
    };
    [key: string]: unknown;
  };
};

export type RequestId = string | number;

export type Resource = {
  _meta?: {
    [key: string]: unknown;
  };
  annotations?: Annotations;
  description?: string;
  mimeType?: string;
  name: string;
  size?: number;
  title?: string;
  uri: string;
};

export type ResourceContents = {
  _meta?: {
    [key: string]: unknown;
  };
  mimeType?: string;
  uri: string;
};

export type ResourceLink = {
  _meta?: {
    [key: string]: unknown;
  };
  annotations?: Annotations;
  description?: string;
  mimeType?: string;
  name: string;
  size?: number;
  title?: string;
  type: 'resource_link';
  uri: string;
};

export type ResourceListChangedNotification = {
  method: 'notifications/resources/list_changed';
  params?: {
    _meta?: {
      [key: string]: unknown;
    };
    [key: string]: unknown;
  };
};

export type ResourceTemplate = {
  _meta?: {
    [key: string]: unknown;
  };
  annotations?: Annotations;
  description?: string;
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
  method: 'notifications/resources/updated';
  params: {
    uri: string;
  };
};

export type Result = {
  _meta?: {
    [key: string]: unknown;
  };
  [key: string]: unknown;
};

export type Role = 'assistant' | 'user';

export type Root = {
  _meta?: {
    [key: string]: unknown;
  };
  name?: string;
  uri: string;
};

export type RootsListChangedNotification = {
  method: 'notifications/roots/list_changed';
  params?: {
    _meta?: {
      [key: string]: unknown;
    };
    [key: string]: unknown;
  };
};

export type SamplingMessage = {
  content: TextContent | ImageContent | AudioContent;
  role: Role;
};

export type ServerCapabilities = {
  completions?: {
    [key: string]: unknown;
  };
  experimental?: {
    [key: string]: {
      [key: string]: unknown;
    };
  };
  logging?: {
    [key: string]: unknown;
  };
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

export type ServerNotification = CancelledNotification | ProgressNotification | ResourceListChangedNotification | ResourceUpdatedNotification | PromptListChangedNotification | ToolListChangedNotification | LoggingMessageNotification;

export type ServerRequest = PingRequest | CreateMessageRequest | ListRootsRequest | ElicitRequest;

export type ServerResult = Result | InitializeResult | ListResourcesResult | ListResourceTemplatesResult | ReadResourceResult | ListPromptsResult | GetPromptResult | ListToolsResult | CallToolResult | CompleteResult;

export type SetLevelRequest = {
  method: 'logging/setLevel';
  params: {
    level: LoggingLevel;
  };
};

export type StringSchema = {
  description?: string;
  format?: 'date' | 'date-time' | 'email' | 'uri';
  maxLength?: number;
  minLength?: number;
  title?: string;
  type: 'string';
};

export type SubscribeRequest = {
  method: 'resources/subscribe';
  params: {
    uri: string;
  };
};

export type TextContent = {
  _meta?: {
    [key: string]: unknown;
  };
  annotations?: Annotations;
  text: string;
  type: 'text';
};

export type TextResourceContents = {
  _meta?: {
    [key: string]: unknown;
  };
  mimeType?: string;
  text: string;
  uri: string;
};

export type Tool = {
  _meta?: {
    [key: string]: unknown;
  };
  annotations?: ToolAnnotations;
  description?: string;
  inputSchema: {
    properties?: {
      [key: string]: {
        [key: string]: unknown;
      };
    };
    required?: string[];
    type: 'object';
  };
  name: string;
  outputSchema?: {
    properties?: {
      [key: string]: {
        [key: string]: unknown;
      };
    };
    required?: string[];
    type: 'object';
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

export type ToolListChangedNotification = {
  method: 'notifications/tools/list_changed';
  params?: {
    _meta?: {
      [key: string]: unknown;
    };
    [key: string]: unknown;
  };
};

export type UnsubscribeRequest = {
  method: 'resources/unsubscribe';
  params: {
    uri: string;
  };
};
