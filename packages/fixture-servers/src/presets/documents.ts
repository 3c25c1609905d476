import { asText } from '../engine/json.ts';
import type { Preset } from '../engine/types.ts';
import { objectSchema, textResult } from './content.ts';

const path = { type: 'string', description: 'Where the file is' };
const reason = { type: 'string', description: 'Why' };

/** The tools of a file server, without files: nothing on the disk is touched. */
export const documents: Preset = {
  about: 'tools `read_file`, `write_file` and `delete_file` with the claims such tools make; none touches a file',
  options: {},
  create: () => ({
    info: { name: 'documents', version: '1.0.0' },
    tools: [
      { definition: { name: 'read_file', title: 'Read file', description: 'Reads a file.', inputSchema: objectSchema({ path }, ['path']), annotations: { readOnlyHint: true, openWorldHint: false } }, call: (args) => textResult(`Read ${asText(args['path'])}`) },
      { definition: { name: 'write_file', title: 'Write file', description: 'Writes a file.', inputSchema: objectSchema({ path, content: { type: 'string' }, note: reason }, ['path', 'content']), annotations: { destructiveHint: true, openWorldHint: false } }, call: (args) => textResult(`Wrote ${asText(args['path'])}`) },
      { definition: { name: 'delete_file', title: 'Delete file', description: 'Deletes a file.', inputSchema: objectSchema({ path, reason, token: { type: 'string' } }, ['path']), annotations: { destructiveHint: true, openWorldHint: false } }, call: (args) => textResult(`Deleted ${asText(args['path'])}`) },
    ],
  }),
};
