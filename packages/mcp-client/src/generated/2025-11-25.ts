/** Types of MCP 2025-11-25. Made by scripts/generate-types.ts from schema/2025-11-25.schema.json: do not edit. */

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
  id: RequestId;
  jsonrpc: '2.0';
  method: 'tools/call';
  params: CallToolRequestParams;
};

export type CallToolRequestParams = {
  _meta?: {
    progressToken?: ProgressToken;
    [key: string]: unknown;
  };
  arguments?: {
    [key: string]: unknown;
  };
  name: string;
  task?: TaskMetadata;
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

export type CancelTaskRequest = {
  id: RequestId;
  jsonrpc: '2.0';
  method: 'tasks/cancel';
  params: {
    taskId: string;
  };
};

export type CancelTaskResult = Result & Task;

export type CancelledNotification = {
  jsonrpc: '2.0';
  method: 'notifications/cancelled';
  params: CancelledNotificationParams;
};

export type CancelledNotificationParams = {
  _meta?: {
    [key: string]: unknown;
  };
  reason?: string;
  requestId?: RequestId;
};

export type ClientCapabilities = {
  elicitation?: {
    form?: {
      [key: string]: unknown;
    };
    url?: {
      [key: string]: unknown;
    };
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
    context?: {
      [key: string]: unknown;
    };
    tools?: {
      [key: string]: unknown;
    };
  };
  tasks?: {
    cancel?: {
      [key: string]: unknown;
    };
    list?: {
      [key: string]: unknown;
    };
    requests?: {
      elicitation?: {
        create?: {
          [key: string]: unknown;
        };
      };
      sampling?: {
        createMessage?: {
          [key: string]: unknown;
        };
      };
    };
  };
};

export type ClientNotification = CancelledNotification | InitializedNotification | ProgressNotification | TaskStatusNotification | RootsListChangedNotification;

export type ClientRequest = InitializeRequest | PingRequest | ListResourcesRequest | ListResourceTemplatesRequest | ReadResourceRequest | SubscribeRequest | UnsubscribeRequest | ListPromptsRequest | GetPromptRequest | ListToolsRequest | CallToolRequest | GetTaskRequest | GetTaskPayloadRequest | CancelTaskRequest | ListTasksRequest | SetLevelRequest | CompleteRequest;

export type ClientResult = Result | GetTaskResult | GetTaskPayloadResult | CancelTaskResult | ListTasksResult | CreateMessageResult | ListRootsResult | ElicitResult;

export type CompleteRequest = {
  id: RequestId;
  jsonrpc: '2.0';
  method: 'completion/complete';
  params: CompleteRequestParams;
};

export type CompleteRequestParams = {
  _meta?: {
    progressToken?: ProgressToken;
    [key: string]: unknown;
  };
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
  id: RequestId;
  jsonrpc: '2.0';
  method: 'sampling/createMessage';
  params: CreateMessageRequestParams;
};

export type CreateMessageRequestParams = {
  _meta?: {
    progressToken?: ProgressToken;
    [key: string]: unknown;
  };
  includeContext?: 'allServers' | 'none' | 'thisServer';
  maxTokens: number;
  messages: SamplingMessage[];
  metadata?: {
    [key: string]: unknown;
  };
  modelPreferences?: ModelPreferences;
  stopSequences?: string[];
  systemPrompt?: string;
  task?: TaskMetadata;
  temperature?: number;
  toolChoice?: ToolChoice;
  tools?: Tool[];
};

export type CreateMessageResult = {
  _meta?: {
    [key: string]: unknown;
  };
  content: TextContent | ImageContent | AudioContent | ToolUseContent | ToolResultContent | SamplingMessageContentBlock[];
  model: string;
  role: Role;
  stopReason?: string;
};

export type CreateTaskResult = {
  _meta?: {
    [key: string]: unknown;
  };
  task: Task;
};

export type Cursor = string;

export type ElicitRequest = {
  id: RequestId;
  jsonrpc: '2.0';
  method: 'elicitation/create';
  params: ElicitRequestParams;
};

export type ElicitRequestFormParams = {
  _meta?: {
    progressToken?: ProgressToken;
    [key: string]: unknown;
  };
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
  task?: TaskMetadata;
};

export type ElicitRequestParams = ElicitRequestURLParams | ElicitRequestFormParams;

export type ElicitRequestURLParams = {
  _meta?: {
    progressToken?: ProgressToken;
    [key: string]: unknown;
  };
  elicitationId: string;
  message: string;
  mode: 'url';
  task?: TaskMetadata;
  url: string;
};

export type ElicitResult = {
  _meta?: {
    [key: string]: unknown;
  };
  action: 'accept' | 'cancel' | 'decline';
  content?: {
    [key: string]: string[] | string | number | boolean;
  };
};

export type ElicitationCompleteNotification = {
  jsonrpc: '2.0';
  method: 'notifications/elicitation/complete';
  params: {
    elicitationId: string;
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
  _meta?: {
    progressToken?: ProgressToken;
    [key: string]: unknown;
  };
  arguments?: {
    [key: string]: string;
  };
  name: string;
};

export type GetPromptResult = {
  _meta?: {
    [key: string]: unknown;
  };
  description?: string;
  messages: PromptMessage[];
};

export type GetTaskPayloadRequest = {
  id: RequestId;
  jsonrpc: '2.0';
  method: 'tasks/result';
  params: {
    taskId: string;
  };
};

export type GetTaskPayloadResult = {
  _meta?: {
    [key: string]: unknown;
  };
  [key: string]: unknown;
};

export type GetTaskRequest = {
  id: RequestId;
  jsonrpc: '2.0';
  method: 'tasks/get';
  params: {
    taskId: string;
  };
};

export type GetTaskResult = Result & Task;

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
  _meta?: {
    [key: string]: unknown;
  };
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

export type InitializeRequest = {
  id: RequestId;
  jsonrpc: '2.0';
  method: 'initialize';
  params: InitializeRequestParams;
};

export type InitializeRequestParams = {
  _meta?: {
    progressToken?: ProgressToken;
    [key: string]: unknown;
  };
  capabilities: ClientCapabilities;
  clientInfo: Implementation;
  protocolVersion: string;
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
  jsonrpc: '2.0';
  method: 'notifications/initialized';
  params?: NotificationParams;
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
  params?: PaginatedRequestParams;
};

export type ListPromptsResult = {
  _meta?: {
    [key: string]: unknown;
  };
  nextCursor?: string;
  prompts: Prompt[];
};

export type ListResourceTemplatesRequest = {
  id: RequestId;
  jsonrpc: '2.0';
  method: 'resources/templates/list';
  params?: PaginatedRequestParams;
};

export type ListResourceTemplatesResult = {
  _meta?: {
    [key: string]: unknown;
  };
  nextCursor?: string;
  resourceTemplates: ResourceTemplate[];
};

export type ListResourcesRequest = {
  id: RequestId;
  jsonrpc: '2.0';
  method: 'resources/list';
  params?: PaginatedRequestParams;
};

export type ListResourcesResult = {
  _meta?: {
    [key: string]: unknown;
  };
  nextCursor?: string;
  resources: Resource[];
};

export type ListRootsRequest = {
  id: RequestId;
  jsonrpc: '2.0';
  method: 'roots/list';
  params?: RequestParams;
};

export type ListRootsResult = {
  _meta?: {
    [key: string]: unknown;
  };
  roots: Root[];
};

export type ListTasksRequest = {
  id: RequestId;
  jsonrpc: '2.0';
  method: 'tasks/list';
  params?: PaginatedRequestParams;
};

export type ListTasksResult = {
  _meta?: {
    [key: string]: unknown;
  };
  nextCursor?: string;
  tasks: Task[];
};

export type ListToolsRequest = {
  id: RequestId;
  jsonrpc: '2.0';
  method: 'tools/list';
  params?: PaginatedRequestParams;
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
  jsonrpc: '2.0';
  method: 'notifications/message';
  params: LoggingMessageNotificationParams;
};

export type LoggingMessageNotificationParams = {
  _meta?: {
    [key: string]: unknown;
  };
  data: unknown;
  level: LoggingLevel;
  logger?: string;
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

export type NotificationParams = {
  _meta?: {
    [key: string]: unknown;
  };
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
  params?: PaginatedRequestParams;
};

export type PaginatedRequestParams = {
  _meta?: {
    progressToken?: ProgressToken;
    [key: string]: unknown;
  };
  cursor?: string;
};

export type PaginatedResult = {
  _meta?: {
    [key: string]: unknown;
  };
  nextCursor?: string;
};

export type PingRequest = {
  id: RequestId;
  jsonrpc: '2.0';
  method: 'ping';
  params?: RequestParams;
};

export type PrimitiveSchemaDefinition = StringSchema | NumberSchema | BooleanSchema | UntitledSingleSelectEnumSchema | TitledSingleSelectEnumSchema | UntitledMultiSelectEnumSchema | TitledMultiSelectEnumSchema | LegacyTitledEnumSchema;

export type ProgressNotification = {
  jsonrpc: '2.0';
  method: 'notifications/progress';
  params: ProgressNotificationParams;
};

export type ProgressNotificationParams = {
  _meta?: {
    [key: string]: unknown;
  };
  message?: string;
  progress: number;
  progressToken: ProgressToken;
  total?: number;
};

export type ProgressToken = string | number;

export type Prompt = {
  _meta?: {
    [key: string]: unknown;
  };
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
  _meta?: {
    progressToken?: ProgressToken;
    [key: string]: unknown;
  };
  uri: string;
};

export type ReadResourceResult = {
  _meta?: {
    [key: string]: unknown;
  };
  contents: (TextResourceContents | BlobResourceContents)[];
};

export type RelatedTaskMetadata = {
  taskId: string;
};

export type Request = {
  method: string;
  params?: {
    [key: string]: unknown;
  };
};

export type RequestId = string | number;

export type RequestParams = {
  _meta?: {
    progressToken?: ProgressToken;
    [key: string]: unknown;
  };
};

export type Resource = {
  _meta?: {
    [key: string]: unknown;
  };
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
  _meta?: {
    progressToken?: ProgressToken;
    [key: string]: unknown;
  };
  uri: string;
};

export type ResourceTemplate = {
  _meta?: {
    [key: string]: unknown;
  };
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
  _meta?: {
    [key: string]: unknown;
  };
  uri: string;
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
  jsonrpc: '2.0';
  method: 'notifications/roots/list_changed';
  params?: NotificationParams;
};

export type SamplingMessage = {
  _meta?: {
    [key: string]: unknown;
  };
  content: TextContent | ImageContent | AudioContent | ToolUseContent | ToolResultContent | SamplingMessageContentBlock[];
  role: Role;
};

export type SamplingMessageContentBlock = TextContent | ImageContent | AudioContent | ToolUseContent | ToolResultContent;

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
  tasks?: {
    cancel?: {
      [key: string]: unknown;
    };
    list?: {
      [key: string]: unknown;
    };
    requests?: {
      tools?: {
        call?: {
          [key: string]: unknown;
        };
      };
    };
  };
  tools?: {
    listChanged?: boolean;
  };
};

export type ServerNotification = CancelledNotification | ProgressNotification | ResourceListChangedNotification | ResourceUpdatedNotification | PromptListChangedNotification | ToolListChangedNotification | TaskStatusNotification | LoggingMessageNotification | ElicitationCompleteNotification;

export type ServerRequest = PingRequest | GetTaskRequest | GetTaskPayloadRequest | CancelTaskRequest | ListTasksRequest | CreateMessageRequest | ListRootsRequest | ElicitRequest;

export type ServerResult = Result | InitializeResult | ListResourcesResult | ListResourceTemplatesResult | ReadResourceResult | ListPromptsResult | GetPromptResult | ListToolsResult | CallToolResult | GetTaskResult | GetTaskPayloadResult | CancelTaskResult | ListTasksResult | CompleteResult;

export type SetLevelRequest = {
  id: RequestId;
  jsonrpc: '2.0';
  method: 'logging/setLevel';
  params: SetLevelRequestParams;
};

export type SetLevelRequestParams = {
  _meta?: {
    progressToken?: ProgressToken;
    [key: string]: unknown;
  };
  level: LoggingLevel;
};

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

export type SubscribeRequest = {
  id: RequestId;
  jsonrpc: '2.0';
  method: 'resources/subscribe';
  params: SubscribeRequestParams;
};

export type SubscribeRequestParams = {
  _meta?: {
    progressToken?: ProgressToken;
    [key: string]: unknown;
  };
  uri: string;
};

export type Task = {
  createdAt: string;
  lastUpdatedAt: string;
  pollInterval?: number;
  status: TaskStatus;
  statusMessage?: string;
  taskId: string;
  ttl: number | null;
};

export type TaskAugmentedRequestParams = {
  _meta?: {
    progressToken?: ProgressToken;
    [key: string]: unknown;
  };
  task?: TaskMetadata;
};

export type TaskMetadata = {
  ttl?: number;
};

export type TaskStatus = 'cancelled' | 'completed' | 'failed' | 'input_required' | 'working';

export type TaskStatusNotification = {
  jsonrpc: '2.0';
  method: 'notifications/tasks/status';
  params: TaskStatusNotificationParams;
};

export type TaskStatusNotificationParams = NotificationParams & Task;

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
  _meta?: {
    [key: string]: unknown;
  };
  annotations?: ToolAnnotations;
  description?: string;
  execution?: ToolExecution;
  icons?: Icon[];
  inputSchema: {
    $schema?: string;
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
    $schema?: string;
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

export type ToolChoice = {
  mode?: 'auto' | 'none' | 'required';
};

export type ToolExecution = {
  taskSupport?: 'forbidden' | 'optional' | 'required';
};

export type ToolListChangedNotification = {
  jsonrpc: '2.0';
  method: 'notifications/tools/list_changed';
  params?: NotificationParams;
};

export type ToolResultContent = {
  _meta?: {
    [key: string]: unknown;
  };
  content: ContentBlock[];
  isError?: boolean;
  structuredContent?: {
    [key: string]: unknown;
  };
  toolUseId: string;
  type: 'tool_result';
};

export type ToolUseContent = {
  _meta?: {
    [key: string]: unknown;
  };
  id: string;
  input: {
    [key: string]: unknown;
  };
  name: string;
  type: 'tool_use';
};

export type URLElicitationRequiredError = {
  error: Error & {
    code: -32042;
    data: {
      elicitations: ElicitRequestURLParams[];
      [key: string]: unknown;
    };
  };
  id?: RequestId;
  jsonrpc: '2.0';
};

export type UnsubscribeRequest = {
  id: RequestId;
  jsonrpc: '2.0';
  method: 'resources/unsubscribe';
  params: UnsubscribeRequestParams;
};

export type UnsubscribeRequestParams = {
  _meta?: {
    progressToken?: ProgressToken;
    [key: string]: unknown;
  };
  uri: string;
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
