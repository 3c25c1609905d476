import { asDict } from '../engine/json.ts';
import { errorCode, RpcError } from '../engine/rpc-error.ts';
import { modernRevision } from '../engine/types.ts';
import type { CallContext, Dict, Preset, ToolFixture } from '../engine/types.ts';
import { objectSchema, text, textResult } from './content.ts';

/** Key → request, as an input_required result carries them. */
type Inputs = Readonly<Record<string, { method: string; params: Dict }>>;

/** State that only survives when nobody touches a byte of it. */
export const fragileState = (round: number): string => ` \u0000round=${round};  "quoted" \\ é e\u0301 ✓ 你好\u2028\ud83d\n\t{"not":"yours"}\ufeff\r\n `;

/** Tools that need answers of the person or the model: multi-round requests (modern), requests to the client (legacy). */
export const multiRound: Preset = {
  about: 'asks for input: one form, a URL, three kinds at once, two rounds with state, state only, without end',
  options: {},
  create: () => ({
    info: { name: 'multi-round', version: '1.0.0' },
    tools: [
      roundTool('ask-name', 'Asks for a name.', [{ name: form('What is your name?', { name: { type: 'string', minLength: 1, title: 'Name' } }, ['name']) }]),
      roundTool('ask-everything', 'Asks for a form with every kind of field.', [{ profile: form('Your profile', everyField, ['text', 'choice']) }]),
      roundTool('ask-url', 'Asks to open a page.', [{ page: { method: 'elicitation/create', params: { mode: 'url', message: 'Please sign in.', url: 'https://example.com/sign-in?flow=1', elicitationId: 'flow-1' } } }]),
      roundTool('ask-all', 'Asks for a form, a model answer and the roots at once.', [
        { name: form('Who are you?', { name: { type: 'string' } }, ['name']), capital: sample('What is the capital of France?'), roots: { method: 'roots/list', params: {} } },
      ]),
      roundTool('two-rounds', 'Asks twice; the second question depends on the first answer.', [
        { first: form('First question', { a: { type: 'string' } }, ['a']) },
        { second: form('Second question', { b: { type: 'boolean' } }, ['b']) },
      ]),
      roundTool('state-only', 'Wants its state back without any input first.', [{}]),
      {
        definition: { name: 'endless', description: 'Asks again and again.', inputSchema: objectSchema({}) },
        call: (_args, context) => ask(context, { again: form('Once more?', { yes: { type: 'boolean' } }, []) }, 1),
      },
    ],
    prompts: [
      {
        definition: { name: 'ask-prompt', description: 'A prompt that needs an answer first.' },
        get: async (_args, context) => {
          const answers = await rounds(context, [{ tone: form('Which tone?', { tone: { type: 'string', enum: ['kind', 'strict'] } }, ['tone']) }]);
          return 'resultType' in answers ? answers : { messages: [{ role: 'user', content: text(`Tone: ${JSON.stringify(answers)}`) }] };
        },
      },
    ],
    resources: [{ definition: { uri: 'fixture://asks', name: 'asks', description: 'A resource that needs an answer first.' } }],
    async answer(method, params, context) {
      if (method !== 'resources/read' || params['uri'] !== 'fixture://asks') return undefined;
      const answers = await rounds(context, [{ key: form('Which key?', { key: { type: 'string' } }, ['key']) }]);
      return 'resultType' in answers ? answers : { contents: [{ uri: 'fixture://asks', text: JSON.stringify(answers) }] };
    },
  }),
};

function roundTool(name: string, description: string, inputs: readonly Inputs[]): ToolFixture {
  return {
    definition: { name, description, inputSchema: objectSchema({}) },
    async call(_args, context) {
      const answers = await rounds(context, inputs);
      return 'resultType' in answers ? answers : textResult(JSON.stringify(answers));
    },
  };
}

/** The answers of all rounds by key, or the input_required result to send now. */
async function rounds(context: CallContext, inputs: readonly Inputs[]): Promise<Dict> {
  if (context.revision !== modernRevision) {
    const answers: Dict = {};
    for (const [key, request] of inputs.flatMap((round) => Object.entries(round))) answers[key] = await context.ask(request.method, request.params);
    return answers;
  }
  const { requestState, inputResponses } = context.params;
  const done = requestState === undefined ? 0 : inputs.findIndex((_, index) => fragileState(index + 1) === requestState) + 1;
  if (requestState !== undefined && done === 0) throw new RpcError(errorCode.invalidParams, 'requestState is not what this server gave out');
  const expected = Object.keys(inputs[done - 1] ?? {});
  const given = asDict(inputResponses);
  const absent = expected.filter((key) => !(key in given));
  if (absent.length > 0) throw new RpcError(errorCode.invalidParams, `inputResponses lacks ${absent.join(', ')}`);
  const next = inputs[done];
  return next === undefined ? { ...given } : ask(context, next, done + 1);
}

async function ask(context: CallContext, inputs: Inputs, round: number): Promise<Dict> {
  if (context.revision !== modernRevision) {
    for (let left = 50; left > 0; left--) for (const request of Object.values(inputs)) await context.ask(request.method, request.params);
    return textResult('Asked 50 times.');
  }
  const withoutInputs = Object.keys(inputs).length === 0;
  // Sent by name only where it is one: the modern revision has no elicitationId.
  const modern = Object.fromEntries(
    Object.entries(inputs).map(([key, { method, params }]) => {
      const { elicitationId: _, ...rest } = params;
      return [key, { method, params: rest }];
    }),
  );
  return { resultType: 'input_required', ...(withoutInputs ? {} : { inputRequests: modern }), requestState: fragileState(round) };
}

function form(message: string, properties: Dict, required: readonly string[]): { method: string; params: Dict } {
  return { method: 'elicitation/create', params: { message, requestedSchema: { type: 'object', properties, ...(required.length > 0 ? { required } : {}) } } };
}

function sample(question: string): { method: string; params: Dict } {
  return { method: 'sampling/createMessage', params: { messages: [{ role: 'user', content: text(question) }], maxTokens: 100 } };
}

const everyField: Dict = {
  text: { type: 'string', title: 'Text', minLength: 2, maxLength: 20, default: 'hello' },
  email: { type: 'string', format: 'email' },
  uri: { type: 'string', format: 'uri' },
  date: { type: 'string', format: 'date' },
  moment: { type: 'string', format: 'date-time' },
  number: { type: 'number', minimum: 0, maximum: 10, default: 2.5 },
  integer: { type: 'integer', minimum: 1 },
  flag: { type: 'boolean', default: true },
  choice: { type: 'string', enum: ['red', 'green'], default: 'green' },
  titled: { type: 'string', oneOf: [{ const: 's', title: 'Small' }, { const: 'l', title: 'Large' }] },
  named: { type: 'string', enum: ['a', 'b'], enumNames: ['Anna', 'Bert'] },
  several: { type: 'array', items: { type: 'string', enum: ['x', 'y', 'z'] }, minItems: 1, maxItems: 2, default: ['x'] },
  severalTitled: { type: 'array', items: { anyOf: [{ const: 'c', title: 'Cat' }, { const: 'd', title: 'Dog' }] } },
};
