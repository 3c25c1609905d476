/** Tools that ask back: the person by form or by page, the model, the roots. One way to write it for both eras. */
import { inputRequired } from '@modelcontextprotocol/server';
import type { McpServer, ServerContext } from '@modelcontextprotocol/server';
import { z } from 'zod';
import { text } from '../tool-result.ts';

const asks = { readOnlyHint: true, openWorldHint: false };

export function registerAskingTools(server: McpServer): void {
  server.registerTool('ask-form', { title: 'Ask by form', description: 'Elicitation: a form with every kind of field.', inputSchema: z.object({}), annotations: asks }, (_input, context) => {
    const given = answerOf(context, 'form');
    if (given !== undefined) return text(`The answer: ${JSON.stringify(given)}`);
    return inputRequired({
      inputRequests: {
        form: inputRequired.elicit({
          message: 'Nothing of this is kept. Fill in what you like.',
          requestedSchema: {
            type: 'object',
            properties: {
              name: { type: 'string', title: 'Name', minLength: 1, maxLength: 50 },
              email: { type: 'string', title: 'E-mail', format: 'email' },
              date: { type: 'string', title: 'Date', format: 'date' },
              people: { type: 'integer', title: 'How many people', minimum: 1, maximum: 20, default: 2 },
              budget: { type: 'number', title: 'Budget' },
              isFlexible: { type: 'boolean', title: 'Dates are flexible', default: true },
              transport: { type: 'string', title: 'Transport', oneOf: [{ const: 'rail', title: 'By rail' }, { const: 'sea', title: 'By sea' }] },
              wishes: { type: 'array', title: 'Wishes', items: { anyOf: [{ const: 'quiet', title: 'A quiet place' }, { const: 'view', title: 'A view' }] } },
            },
            required: ['name'],
          },
        }),
      },
    });
  });
  server.registerTool('ask-page', { title: 'Ask by page', description: 'Elicitation by URL: asks to open a page. Nothing is sent there.', inputSchema: z.object({}), annotations: asks }, (_input, context) => {
    const given = answerOf(context, 'page');
    if (given !== undefined) return text(`The answer: ${JSON.stringify(given)}`);
    return inputRequired({ inputRequests: { page: inputRequired.elicitUrl({ message: 'A server would send you to its own page here, to sign in or to pay. This one is the protocol’s home page.', url: 'https://modelcontextprotocol.io/' }) } });
  });
  server.registerTool('ask-model', { title: 'Ask the model', description: 'Sampling: has the host’s model write a sentence.', inputSchema: z.object({ about: z.string().min(1).max(200).default('lighthouses') }), annotations: asks }, ({ about }, context) => {
    const given = answerOf(context, 'model');
    if (given !== undefined) return text(`The model said: ${JSON.stringify(given)}`);
    return inputRequired({ inputRequests: { model: inputRequired.createMessage({ messages: [{ role: 'user', content: { type: 'text', text: `One sentence about ${about}.` } }], maxTokens: 100 }) } });
  });
  server.registerTool('ask-roots', { title: 'Ask for roots', description: 'Which folders the host works on.', inputSchema: z.object({}), annotations: asks }, (_input, context) => {
    const given = answerOf(context, 'roots');
    if (given !== undefined) return text(`The roots: ${JSON.stringify(given)}`);
    return inputRequired({ inputRequests: { roots: inputRequired.listRoots() } });
  });
}

function answerOf({ mcpReq }: ServerContext, key: string): unknown {
  return mcpReq.inputResponses?.[key];
}
