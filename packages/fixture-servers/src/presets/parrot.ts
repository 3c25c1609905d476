import { asText, isDict } from '../engine/json.ts';
import { RpcError } from '../engine/rpc-error.ts';
import { modernRevision } from '../engine/types.ts';
import type { CallContext, Dict, Preset } from '../engine/types.ts';
import { textOption } from '../options.ts';
import { errorResult, objectSchema, text, textResult } from './content.ts';

const oneText = objectSchema({ text: { type: 'string' } }, ['text']);

/** A server that says whatever it was told, in every way in which a server can say something. */
export const parrot: Preset = {
  about: 'says the text of a call back: as a result, a failure, an error of the protocol, a question, a line on stderr; and a text of its own about itself',
  options: { self: "what it says about itself and its prompt (default 'parrot')" },
  create(options) {
    const self = textOption(options, 'self', 'parrot');
    return {
      info: { name: self, title: self, version: self, websiteUrl: self },
      instructions: self,
      verbatim: true,
      resources: [{ definition: { uri: 'parrot://self', name: self, title: self, description: self, mimeType: 'text/plain' }, read: (uri) => [{ uri, mimeType: 'text/plain', text: self }] }],
      prompts: [{ definition: { name: 'self', title: self, description: self }, get: () => ({ description: self, messages: [{ role: 'user', content: text(self) }] }) }],
      tools: [
        {
          definition: { name: 'say', title: self, description: self, inputSchema: oneText },
          call(args, context) {
            const said = asText(args['text']);
            context.progress(1, 2, said);
            context.log('warning', said, said);
            process.stderr.write(`${said}\n`);
            return { content: [text(said), { type: 'resource', resource: { uri: 'parrot://said', mimeType: 'text/markdown', text: said } }], structuredContent: { [said.slice(0, 200)]: said } };
          },
        },
        { definition: { name: 'fail', description: 'Fails as a tool.', inputSchema: oneText }, call: (args) => errorResult(asText(args['text'])) },
        {
          definition: { name: 'throw', description: 'Fails as a request.', inputSchema: oneText },
          call(args) {
            throw new RpcError(-32000, asText(args['text']), { detail: asText(args['text']) });
          },
        },
        { definition: { name: 'question', description: 'Asks the person in these words.', inputSchema: oneText }, call: (args, context) => question(asText(args['text']), context) },
      ],
    };
  },
};

async function question(words: string, context: CallContext): Promise<Dict> {
  const field = { type: 'string', title: words, description: words, default: words };
  const form = { message: words, requestedSchema: { type: 'object', properties: { field, choice: { type: 'string', title: words, enum: [words, 'other'] } } } };
  if (context.revision !== modernRevision) return textResult(JSON.stringify(await context.ask('elicitation/create', form)));
  const answers = context.params['inputResponses'];
  return isDict(answers) ? textResult(JSON.stringify(answers)) : { resultType: 'input_required', inputRequests: { form: { method: 'elicitation/create', params: form } } };
}
