import { asDict, asText, isDict } from '../engine/json.ts';
import { errorCode, RpcError } from '../engine/rpc-error.ts';
import { modernRevision } from '../engine/types.ts';
import type { CallContext, Dict, Preset, ToolFixture } from '../engine/types.ts';
import { flagOption } from '../options.ts';
import { objectSchema, text, textResult } from './content.ts';
import { sampleManyTool, sampleQuietlyTool } from './sampling-tools.ts';

const urlElicitationRequired = -32042;

/** Asks the client for whatever a test wants: any request, good or bad, alone or many, and says what came back. */
export const asks: Preset = {
  about: 'asks the client for whatever the call says, and returns the answers as JSON: results and, from legacy clients, errors',
  options: { unchecked: 'modern: ask even for what the client did not declare (default false)' },
  create(options) {
    const state = { refusals: 0 };
    return {
      info: { name: 'asks', version: '1.0.0' },
      asksAnyway: flagOption(options, 'unchecked'),
      tools: [askTool, askManyTool, askCancelTool, hangTool, askThenHangTool, needsUrlTool(state), announceTool, sampleLoopTool, sampleQuietlyTool, sampleManyTool],
      prompts: [{ definition: { name: 'ask', description: 'Asks what the argument says.', arguments: [{ name: 'rounds', required: true }] }, get: async (args, context) => promptOf(await askAll(JSON.parse(asText(args['rounds'])), context)) }],
    };
  },
};

/** The tool's own rounds: each an object of key → {method, params}, asked at once (modern) or one after the other (legacy). */
const askTool: ToolFixture = {
  definition: { name: 'ask', description: 'Asks for the given rounds of input.', inputSchema: objectSchema({ rounds: { type: 'array', items: { type: 'object' } }, state: { type: 'string' } }, ['rounds']) },
  async call(args, context) {
    const answers = await askAll(args['rounds'], context, args['state']);
    return 'resultType' in answers ? answers : textResult(JSON.stringify(answers));
  },
};

function promptOf(answers: Dict): Dict {
  return 'resultType' in answers ? answers : { messages: [{ role: 'user', content: text(JSON.stringify(answers)) }] };
}

/** Keeps what was answered in earlier rounds inside the state, as a server without memory does. */
async function askAll(rounds: unknown, context: CallContext, prefix: unknown = ''): Promise<Dict> {
  const inputs = Array.isArray(rounds) ? rounds.map(asDict) : [];
  if (context.revision !== modernRevision) return askEach(inputs, context);
  const { requestState, inputResponses } = context.params;
  const start = asText(prefix);
  if (requestState !== undefined && !asText(requestState).startsWith(start)) throw new RpcError(errorCode.invalidParams, 'requestState is not what this server gave out');
  const known = requestState === undefined ? { done: 0, answers: {} } : asDict(JSON.parse(asText(requestState).slice(start.length)));
  const done = Number(known['done']);
  const answers = { ...asDict(known['answers']), ...asDict(inputResponses) };
  const next = inputs[done];
  if (next === undefined) return { answers };
  return { resultType: 'input_required', ...('none' in next ? {} : { inputRequests: next }), requestState: `${start}${JSON.stringify({ done: done + 1, answers })}` };
}

async function askEach(rounds: Dict[], context: CallContext): Promise<Dict> {
  const answers: Dict = {};
  for (const [key, request] of rounds.flatMap((round) => Object.entries(round))) {
    answers[key] = await outcomeOf(context.ask(asText(asDict(request)['method']), asDict(asDict(request)['params'])));
  }
  return { answers };
}

function outcomeOf(asked: Promise<Dict>): Promise<Dict> {
  return asked.catch((error: unknown) => {
    if (error instanceof RpcError) return { error: error.toJSON() };
    throw error;
  });
}

const oneForm = { method: 'elicitation/create', params: { message: 'Yes?', requestedSchema: { type: 'object', properties: { yes: { type: 'boolean' } } } } };

const askManyTool: ToolFixture = {
  definition: { name: 'ask-many', description: 'Asks for many forms at once.', inputSchema: objectSchema({ count: { type: 'integer' } }, ['count']) },
  async call(args, context) {
    const keys = Array.from({ length: Number(args['count']) }, (_, index) => `form-${index}`);
    if (context.revision === modernRevision) {
      if (isDict(context.params['inputResponses'])) return textResult(JSON.stringify({ answered: Object.keys(context.params['inputResponses']).length }));
      return { resultType: 'input_required', inputRequests: Object.fromEntries(keys.map((key) => [key, oneForm])) };
    }
    const outcomes = await Promise.all(keys.map(() => outcomeOf(context.ask(oneForm.method, oneForm.params))));
    const errors = outcomes.filter((outcome) => 'error' in outcome);
    return textResult(JSON.stringify({ answered: outcomes.length - errors.length, refused: errors.length, error: errors[0]?.['error'] }));
  },
};

const askCancelTool: ToolFixture = {
  definition: { name: 'ask-cancel', description: 'Asks for a form and takes the question back (legacy).', inputSchema: objectSchema({}) },
  call(_args, context) {
    const id = `taken-back-${context.requestId}`;
    context.link.write({ jsonrpc: '2.0', id, ...oneForm }, context.requestId);
    context.notify('notifications/cancelled', { requestId: id, reason: 'no longer needed' });
    return textResult('Taken back.');
  },
};

const hangTool: ToolFixture = {
  definition: { name: 'hang', description: 'Never answers.', inputSchema: objectSchema({}) },
  call: (_args, context) => untilAborted(context),
};

const askThenHangTool: ToolFixture = {
  definition: { name: 'ask-then-hang', description: 'Asks for a form and never answers (legacy).', inputSchema: objectSchema({}) },
  async call(_args, context) {
    await context.ask(oneForm.method, oneForm.params);
    return untilAborted(context);
  },
};

function untilAborted({ signal }: CallContext): Promise<Dict> {
  return new Promise((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(new Error('cancelled')), { once: true });
  });
}

/** Refuses with -32042 as often as told, counted over all calls. */
function needsUrlTool(state: { refusals: number }): ToolFixture {
  return {
    definition: { name: 'needs-url', description: 'Needs a page to be opened first (legacy).', inputSchema: objectSchema({ times: { type: 'integer' }, url: { type: 'string' } }) },
    call(args) {
      const times = Number(args['times'] ?? 1);
      if (state.refusals < times) {
        state.refusals += 1;
        const url = asText(args['url'] ?? 'https://example.com/connect');
        throw new RpcError(urlElicitationRequired, 'This request requires more information.', { elicitations: [{ mode: 'url', elicitationId: `flow-${state.refusals}`, url, message: 'Please connect your account.' }] });
      }
      state.refusals = 0;
      return textResult('Connected.');
    },
  };
}

const announceTool: ToolFixture = {
  definition: { name: 'announce', description: 'Says that an elicitation is complete (legacy).', inputSchema: objectSchema({ id: { type: 'string' } }, ['id']) },
  call(args, context) {
    context.notify('notifications/elicitation/complete', { elicitationId: args['id'] });
    return textResult('Announced.');
  },
};

const weather = { name: 'get_weather', description: 'Weather of a city', inputSchema: objectSchema({ city: { type: 'string' } }, ['city']) };
const question = { role: 'user', content: text('What is the weather in Paris and London?') };

/** An agent in the server: samples with a tool, runs it, samples again with the results. */
const sampleLoopTool: ToolFixture = {
  definition: { name: 'sample-loop', description: 'Lets the model of the client use a tool of this server.', inputSchema: objectSchema({}) },
  async call(_args, context) {
    const first = { method: 'sampling/createMessage', params: { messages: [question], tools: [weather], toolChoice: { mode: 'required' }, maxTokens: 200 } };
    if (context.revision !== modernRevision) {
      const used = await context.ask(first.method, first.params);
      const last = await context.ask(first.method, { ...first.params, messages: continued(used), toolChoice: { mode: 'none' } });
      return textResult(JSON.stringify({ used, last }));
    }
    const responses = asDict(context.params['inputResponses']);
    if (isDict(responses['last'])) return textResult(JSON.stringify({ used: JSON.parse(asText(context.params['requestState'])), last: responses['last'] }));
    if (!isDict(responses['used'])) return { resultType: 'input_required', inputRequests: { used: first } };
    const next = { method: first.method, params: { ...first.params, messages: continued(responses['used']), toolChoice: { mode: 'none' } } };
    return { resultType: 'input_required', inputRequests: { last: next }, requestState: JSON.stringify(responses['used']) };
  },
};

function continued(used: Dict): unknown[] {
  const content = Array.isArray(used['content']) ? used['content'] : [used['content']];
  const results = content.map(asDict).flatMap((block) => (block['type'] === 'tool_use' ? [{ type: 'tool_result', toolUseId: block['id'], content: [text(`Sunny in ${asText(asDict(block['input'])['city'])}`)] }] : []));
  return [question, { role: 'assistant', content: used['content'] }, { role: 'user', content: results }];
}
