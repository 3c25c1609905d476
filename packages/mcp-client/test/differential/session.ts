/** The scripted session: the same questions to each server, whoever asks. */
import type { Json, JsonObject } from '../../src/jsonrpc/message.ts';
import type { Driver } from './driver.ts';

/** What a server has to ask for. */
export interface Subject {
  calls: readonly [tool: string, args: JsonObject][];
  /** A tool that takes a while and reports progress, with its arguments; absent where there is none. */
  slow?: readonly [tool: string, args: JsonObject];
  resources: readonly string[];
  prompts: readonly [name: string, args: Record<string, string>][];
  completions: readonly [prompt: string, argument: string, value: string][];
}

/** Step → what came of it. */
export type Transcript = Record<string, Json>;

/** Opens a client, asks everything, closes it. A client that does not connect has that as its transcript. */
export async function runSession(open: () => Promise<Driver>, subject: Subject): Promise<Transcript> {
  let driver: Driver;
  try {
    driver = await open();
  } catch (error) {
    return { connect: { error: error instanceof Error ? error.name : String(error) } };
  }
  try {
    return await ask(driver, subject);
  } finally {
    await driver.close();
  }
}

async function ask(driver: Driver, subject: Subject): Promise<Transcript> {
  const transcript: Transcript = {};
  const note = async (step: string, work: () => Promise<Json>): Promise<void> => {
    transcript[step] = await work().catch((error: unknown) => ({ error: driver.explain(error) }));
  };
  await note('connect', () => Promise.resolve(driver.identity()));
  await note('tools/list', () => driver.listTools());
  for (const [tool, args] of subject.calls) await note(`tools/call ${tool} ${JSON.stringify(args)}`, () => driver.callTool(tool, args));
  await note('tools/call no-such-tool', () => driver.callTool('no-such-tool', {}));
  if (subject.slow !== undefined) {
    const [tool, args] = subject.slow;
    await note('tools/call with progress', async () => {
      const progress: JsonObject[] = [];
      const result = await driver.callTool(tool, args, (each) => progress.push(each));
      return { progress, result };
    });
    await note('tools/call cancelled', () => {
      const controller = new AbortController();
      setTimeout(() => controller.abort(), 30);
      return driver.callTool(tool, { ...args, duration: 5, steps: 50 }, undefined, controller.signal);
    });
  }
  await note('resources/list', () => driver.listResources());
  await note('resources/templates/list', () => driver.listResourceTemplates());
  for (const uri of subject.resources) await note(`resources/read ${uri}`, () => driver.readResource(uri));
  await note('prompts/list', () => driver.listPrompts());
  for (const [name, args] of subject.prompts) await note(`prompts/get ${name} ${JSON.stringify(args)}`, () => driver.getPrompt(name, args));
  for (const [prompt, argument, value] of subject.completions) await note(`completion/complete ${prompt} ${argument}`, () => driver.complete(prompt, argument, value));
  await note('logging/setLevel', () => driver.setLogLevel('info'));
  await note('ping', () => driver.ping());
  return transcript;
}

/** Servers of the official packages. */
export const referenceSubject: Subject = {
  calls: [
    ['echo', { message: 'grüße 你好' }],
    ['get-sum', { a: 1, b: 2 }],
    ['get-sum', { a: 'one' }],
    ['get-image', {}],
    ['ask-all', {}],
  ],
  slow: ['slow', { steps: 3, ms: 30 }],
  resources: ['fixture://note', 'fixture://users/7', 'fixture://nothing'],
  prompts: [
    ['greet', { name: 'Ada' }],
    ['greet', {}],
    ['no-such-prompt', {}],
  ],
  completions: [['greet', 'name', 'A']],
};

/** The public everything-server. */
export const everythingSubject: Subject = {
  calls: [
    ['echo', { message: 'grüße 你好' }],
    ['get-sum', { a: 1, b: 2 }],
    ['get-sum', { a: 'one' }],
    ['get-tiny-image', {}],
    ['get-annotated-message', { messageType: 'error', includeImage: true }],
    ['get-structured-content', { location: 'Chicago' }],
    ['get-resource-reference', { resourceType: 'Text', resourceId: 1 }],
    ['get-resource-links', { count: 2 }],
    ['get-roots-list', {}],
    ['trigger-elicitation-request', {}],
    ['trigger-sampling-request', { prompt: 'Capital of France?', maxTokens: 10 }],
    ['simulate-research-query', { topic: 'python' }],
  ],
  slow: ['trigger-long-running-operation', { duration: 0.3, steps: 3 }],
  resources: ['demo://resource/static/document/features.md', 'demo://resource/dynamic/text/1', 'demo://resource/dynamic/blob/1', 'demo://nothing'],
  prompts: [
    ['simple-prompt', {}],
    ['args-prompt', { city: 'Oslo' }],
    ['args-prompt', {}],
    ['resource-prompt', { resourceType: 'Text', resourceId: '1' }],
  ],
  completions: [['completable-prompt', 'department', 'E']],
};

/** A server whose lists and results hold malformed items among good ones. */
export const malformedSubject: Subject = {
  calls: [
    ['good-first', {}],
    ['good-returns-unknown-type', {}],
    ['good-returns-priority-two', {}],
    ['good-returns-image-base64url', {}],
    ['good-result-content-missing', {}],
    ['good-result-content-object', {}],
  ],
  resources: [],
  prompts: [['good-first', {}]],
  completions: [],
};

/** A server whose answers are not quite JSON-RPC, each in the way that the tool's name says. */
export const noiseSubject: Subject = {
  calls: ['batch', 'string-id', 'error-null', 'duplicate', 'float-code', 'no-message', 'error-string', 'extra-key', 'no-jsonrpc', 'neither', 'result-string', 'scalars', 'unknown-request', 'params-array'].map((tool): [string, JsonObject] => [tool, {}]),
  resources: [],
  prompts: [],
  completions: [],
};
