/**
 * The client that the official conformance suite tests: `connect` and `createAuthorizer` as a host uses them, with a person
 * who says yes to everything. `node client.ts <server url>`; the scenario and its context come in the environment.
 */
import { createAuthorizer } from '@portolan/mcp-client/auth/authorizer';
import type { AuthorizerOptions } from '@portolan/mcp-client/auth/authorizer';
import { enterpriseAssertion } from '@portolan/mcp-client/auth/machine-grant';
import { createMemoryTokenStore } from '@portolan/mcp-client/auth/token-store';
import type { Client } from '@portolan/mcp-client/client';
import { connect } from '@portolan/mcp-client/connect';
import { listSkills, readSkillFile } from '@portolan/mcp-client/features/skills';
import { readContext, textOf } from './context.ts';
import type { Context } from './context.ts';

/** What is done with the connection, beyond making it and listing everything. */
type Script = (client: Client, context: Context) => Promise<void>;

const callFirstTool: Script = async (client) => {
  const [tool] = (await client.listTools()).items;
  if (tool !== undefined) await client.callTool(tool.name, { a: 2, b: 3 });
};

/** A host that uses everything a server offers, once. */
const useEverything: Script = async (client, context) => {
  const { tools, resources, prompts } = client.capabilities;
  if (tools) {
    const planned = context.toolCalls;
    const { items } = await client.listTools();
    for (const { name } of items) {
      const plan = planned.filter((call) => call.name === name);
      for (const call of plan.length > 0 ? plan : [{ name, arguments: {} }]) await client.callTool(name, call.arguments);
    }
  }
  if (resources) {
    const [resource] = (await client.listResources()).items;
    if (resource !== undefined) await client.readResource(resource.uri);
  }
  if (prompts) {
    const [prompt] = (await client.listPrompts()).items;
    if (prompt !== undefined) await client.getPrompt(prompt.name, {});
  }
};

/** The schema comes back as it went out, if nothing of it was lost on the way through the client. */
const echoSchema: Script = async (client) => {
  const tool = (await client.listTools()).items.find(({ name }) => name === 'json_schema_2020_12_tool');
  if (tool !== undefined) await client.callTool('json_schema_echo', { schema: tool.inputSchema });
};

/** Another call goes between the rounds of a first one. */
const answerRounds: Script = async (client) => {
  const { items } = await client.listTools();
  await Promise.all(items.map(({ name }) => client.callTool(name, {})));
};

/** Asked what skills there are; nothing is loaded. */
const browseSkills: Script = async (client) => void (await listSkills(client));

/** Loads every skill with all its files; one that is not what was announced is not read on. */
const loadSkills: Script = async (client) => {
  for (const skill of (await listSkills(client)).items) {
    await readSkillFile(client, skill);
    for (const { uri } of skill.files === 'dynamic' ? [] : skill.files) await readSkillFile(client, skill, uri);
  }
};

const listOnly: Script = async (client) => void (await client.listTools());

const scripts: Record<string, Script> = {
  initialize: listOnly,
  'request-metadata': listOnly,
  tools_call: callFirstTool,
  'json-schema-ref-no-deref': listOnly,
  'json-schema-2020-12-preservation': echoSchema,
  'sep-2322-client-request-state': answerRounds,
  'sep-2640-client-no-prefetch': browseSkills,
  'sep-2640-client-verify-digest': loadSkills,
  'sep-2640-client-verify-size': loadSkills,
  'sep-2640-client-verify-frontmatter': loadSkills,
};

async function main(serverUrl: string, scenario: string): Promise<void> {
  const context = readContext();
  const authorizer = createAuthorizer({
    serverUrl,
    store: createMemoryTokenStore(),
    clientMetadata: { name: 'Portolan', documentUrl: 'https://conformance-test.local/client-metadata.json' },
    onAuthorize: async () => 'continue',
    openUrl: async (url) => void follow(url),
    ...(await credentialsOf(scenario, context, serverUrl)),
  });
  try {
    const { client } = await connect({
      target: { kind: 'http', url: serverUrl, headers: {}, fetch: authorizer.fetch },
      client: { name: 'portolan-conformance', version: '1.0.0' },
      handlers: {
        // Fields without an answer take the server's defaults.
        elicit: async ({ mode }) => (mode === 'form' ? { action: 'accept' } : { action: 'decline' }),
        sample: async () => ({ action: 'accept', model: 'none', content: [{ type: 'text', text: 'An answer.' }], stopReason: 'endTurn' }),
        roots: async () => [],
      },
    });
    try {
      await (scripts[scenario] ?? useEverything)(client, context);
    } finally {
      await client.close();
    }
  } finally {
    await authorizer.close();
  }
}

/** What a person entered in the settings, or a company gave its machines. */
async function credentialsOf(scenario: string, context: Context, serverUrl: string): Promise<Partial<AuthorizerOptions>> {
  const field = (name: string): string => textOf(context.fields, name);
  switch (scenario) {
    case 'auth/pre-registration':
      return { preregistered: { clientId: field('client_id'), clientSecret: field('client_secret') } };
    case 'auth/client-credentials-basic':
      return { machine: { kind: 'client-credentials', issuer: await issuerOf(serverUrl), clientId: field('client_id'), clientSecret: field('client_secret') } };
    case 'auth/client-credentials-jwt':
      return { machine: { kind: 'client-credentials', issuer: await issuerOf(serverUrl), clientId: field('client_id'), privateKey: field('private_key_pem'), algorithm: field('signing_algorithm') } };
    case 'auth/wif-jwt-bearer':
      return { machine: { kind: 'jwt-bearer', issuer: await issuerOf(serverUrl), clientId: field('client_id'), assertion: async () => field('valid_jwt') } };
    case 'auth/enterprise-managed-authorization': {
      const assertion = enterpriseAssertion({ tokenEndpoint: field('idp_token_endpoint'), clientId: field('idp_client_id'), idToken: async () => field('idp_id_token') });
      return { machine: { kind: 'jwt-bearer', issuer: await issuerOf(serverUrl), clientId: field('client_id'), clientSecret: field('client_secret'), assertion } };
    }
    case 'auth/dpop':
    case 'auth/dpop-nonce':
      return { dpop: 'always' };
    default:
      return {};
  }
}

/** The scenarios give credentials without saying whose they are. */
async function issuerOf(serverUrl: string): Promise<string> {
  const url = new URL(serverUrl);
  const response = await fetch(new URL(`/.well-known/oauth-protected-resource${url.pathname}`, url));
  const document: { authorization_servers?: string[] } = JSON.parse(await response.text());
  return document.authorization_servers?.[0] ?? url.origin;
}

/** What a browser does. */
async function follow(address: string): Promise<void> {
  const response = await fetch(address, { redirect: 'follow' }).catch(() => undefined);
  await response?.body?.cancel();
}

const [serverUrl] = process.argv.slice(2);
const scenario = process.env['MCP_CONFORMANCE_SCENARIO'];
if (serverUrl === undefined || scenario === undefined) throw new Error('Run by the conformance suite: MCP_CONFORMANCE_SCENARIO=<scenario> node client.ts <server url>');
await main(serverUrl, scenario).catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});

