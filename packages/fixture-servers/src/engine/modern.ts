import { capabilitiesOf } from './features.ts';
import { asDict, asText, isDict } from './json.ts';
import { errorCode, RpcError } from './rpc-error.ts';
import type { FixtureServer } from './server.ts';
import { modernRevision } from './types.ts';
import type { Dict, RequestId } from './types.ts';

/** Names of the `_meta` fields that the modern revision reserves. */
export const metaKey = {
  protocolVersion: 'io.modelcontextprotocol/protocolVersion',
  clientInfo: 'io.modelcontextprotocol/clientInfo',
  clientCapabilities: 'io.modelcontextprotocol/clientCapabilities',
  logLevel: 'io.modelcontextprotocol/logLevel',
  serverInfo: 'io.modelcontextprotocol/serverInfo',
  subscriptionId: 'io.modelcontextprotocol/subscriptionId',
} as const;

/** Whether a message carries the modern per-request envelope, well-formed or not. */
export function hasEnvelope(message: unknown): boolean {
  const meta = asDict(asDict(asDict(message)['params'])['_meta']);
  return metaKey.protocolVersion in meta || metaKey.clientCapabilities in meta;
}

/**
 * Checks the envelope of a modern request (page: basic, per-request protocol fields).
 * Throws -32602 for a missing or malformed field and -32022 for a revision that the fixture does not speak, both 400 over HTTP.
 */
export function checkEnvelope(params: Dict): { clientCapabilities: Dict; logLevel: string | undefined } {
  const meta = asDict(params['_meta']);
  const version = meta[metaKey.protocolVersion];
  const capabilities = meta[metaKey.clientCapabilities];
  if (typeof version !== 'string') throw new RpcError(errorCode.invalidParams, `Invalid params: _meta.${metaKey.protocolVersion} is missing`, undefined, 400);
  if (version !== modernRevision) throw unsupportedVersion(version);
  if (!isDict(capabilities)) throw new RpcError(errorCode.invalidParams, `Invalid params: _meta.${metaKey.clientCapabilities} is missing`, undefined, 400);
  const level = meta[metaKey.logLevel];
  return { clientCapabilities: capabilities, logLevel: typeof level === 'string' ? level : undefined };
}

/** The -32022 error, listing what the fixture speaks. */
export function unsupportedVersion(requested: string): RpcError {
  return new RpcError(errorCode.unsupportedProtocolVersion, 'Unsupported protocol version', { supported: [modernRevision], requested }, 400);
}

/** The answer to `server/discover`. */
export function discover(server: FixtureServer): Dict {
  const { definition, behaviour } = server;
  if (behaviour.discover !== 'ok') throw discoverError(Number(behaviour.discover));
  return {
    supportedVersions: [modernRevision],
    capabilities: capabilitiesOf(definition, modernRevision),
    ...(definition.instructions === undefined ? {} : { instructions: definition.instructions }),
  };
}

function discoverError(code: number): RpcError {
  const data =
    code === errorCode.missingClientCapability
      ? { requiredCapabilities: { elicitation: {} } }
      : code === errorCode.unsupportedProtocolVersion
        ? { supported: [modernRevision], requested: modernRevision }
        : undefined;
  return new RpcError(code, 'This fixture refuses server/discover', data, 400);
}

const cacheable = new Set(['server/discover', 'tools/list', 'resources/list', 'resources/templates/list', 'prompts/list', 'resources/read']);

/** Adds what every modern result carries: resultType, the server's identity, and cache hints where the method has them. */
export function finishResult(server: FixtureServer, method: string, result: Dict): Dict {
  const { behaviour } = server;
  const complete = result['resultType'] === undefined || result['resultType'] === 'complete';
  return {
    ...(behaviour.omitResultType ? {} : { resultType: behaviour.resultType }),
    ...(cacheable.has(method) && complete ? { ttlMs: behaviour.ttlMs, cacheScope: behaviour.cacheScope } : {}),
    ...result,
    _meta: { [metaKey.serverInfo]: server.info, ...asDict(result['_meta']) },
  };
}

const capabilityOfInput: Readonly<Record<string, string>> = {
  'elicitation/create': 'elicitation',
  'sampling/createMessage': 'sampling',
  'roots/list': 'roots',
};

/** Throws -32021 (400 over HTTP) when an input_required result asks for what the client did not declare. */
export function checkInputRequests(result: Dict, clientCapabilities: Dict): void {
  if (result['resultType'] !== 'input_required') return;
  const missing: Dict = {};
  for (const request of Object.values(asDict(result['inputRequests']))) {
    const needed = capabilityOfInput[asText(asDict(request)['method'])];
    if (needed !== undefined && !isDict(clientCapabilities[needed])) missing[needed] = {};
  }
  if (Object.keys(missing).length === 0) return;
  const names = Object.keys(missing).join(', ');
  throw new RpcError(errorCode.missingClientCapability, `Missing required client capability: ${names}`, { requiredCapabilities: missing }, 400);
}

/** The part of a requested subscription filter that the fixture honours: all that it knows. */
export function honouredFilter(requested: Dict): Dict {
  const honoured: Dict = {};
  for (const kind of ['toolsListChanged', 'promptsListChanged', 'resourcesListChanged']) {
    if (requested[kind] === true) honoured[kind] = true;
  }
  const uris = requested['resourceSubscriptions'];
  if (Array.isArray(uris)) honoured['resourceSubscriptions'] = uris.filter((uri) => typeof uri === 'string');
  return honoured;
}

/** `_meta` of everything that travels on one subscription. */
export function subscriptionMeta(id: RequestId): Dict {
  return { [metaKey.subscriptionId]: id };
}
