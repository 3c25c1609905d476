/** Types of MCP 2024-11-05. Made by scripts/generate-types.ts from schema/2024-11-05.schema.json: do not edit. */

export type Annotated = {
  annotations?: {
    audience?: Role[];
    priority?: number;
  };
};

export type BlobResourceContents = {
  blob: string;
  mimeType?: string;
  uri: string;
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
  content: (TextContent | ImageContent | EmbeddedResource)[];
  isError?: boolean;
};

export type CancelledNotification = {
  method: 'notifications/cancelled';
  params: {
    reason?: string;
    requestId: RequestId;
  };
};

export type ClientCapabilities = {
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

export type ClientResult = Result | CreateMessageResult | ListRootsResult;

export type CompleteRequest = {
  method: 'completion/complete';
  params: {
    argument: {
      name: string;
      value: string;
    };
    ref: PromptReference | ResourceReference;
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
  content: TextContent | ImageContent;
  model: string;
  role: Role;
  stopReason?: string;
};

export type Cursor = string;

export type EmbeddedResource = {
  annotations?: {
    audience?: Role[];
    priority?: number;
  };
  resource: TextResourceContents | BlobResourceContents;
  type: 'resource';
};

export type EmptyResult = Result;

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
  annotations?: {
    audience?: Role[];
    priority?: number;
  };
  data: string;
  mimeType: string;
  type: 'image';
};

export type Implementation = {
  name: string;
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
    };
    [key: string]: unknown;
  };
};

export type ProgressNotification = {
  method: 'notifications/progress';
  params: {
    progress: number;
    progressToken: ProgressToken;
    total?: number;
  };
};

export type ProgressToken = string | number;

export type Prompt = {
  arguments?: PromptArgument[];
  description?: string;
  name: string;
};

export type PromptArgument = {
  description?: string;
  name: string;
  required?: boolean;
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
  content: TextContent | ImageContent | EmbeddedResource;
  role: Role;
};

export type PromptReference = {
  name: string;
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
    };
    [key: string]: unknown;
  };
};

export type RequestId = string | number;

export type Resource = {
  annotations?: {
    audience?: Role[];
    priority?: number;
  };
  description?: string;
  mimeType?: string;
  name: string;
  size?: number;
  uri: string;
};

export type ResourceContents = {
  mimeType?: string;
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

export type ResourceReference = {
  type: 'ref/resource';
  uri: string;
};

export type ResourceTemplate = {
  annotations?: {
    audience?: Role[];
    priority?: number;
  };
  description?: string;
  mimeType?: string;
  name: string;
  uriTemplate: string;
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
  content: TextContent | ImageContent;
  role: Role;
};

export type ServerCapabilities = {
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

export type ServerRequest = PingRequest | CreateMessageRequest | ListRootsRequest;

export type ServerResult = Result | InitializeResult | ListResourcesResult | ListResourceTemplatesResult | ReadResourceResult | ListPromptsResult | GetPromptResult | ListToolsResult | CallToolResult | CompleteResult;

export type SetLevelRequest = {
  method: 'logging/setLevel';
  params: {
    level: LoggingLevel;
  };
};

export type SubscribeRequest = {
  method: 'resources/subscribe';
  params: {
    uri: string;
  };
};

export type TextContent = {
  annotations?: {
    audience?: Role[];
    priority?: number;
  };
  text: string;
  type: 'text';
};

export type TextResourceContents = {
  mimeType?: string;
  text: string;
  uri: string;
};

export type Tool = {
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
