import type { Dict, Preset } from '../engine/types.ts';
import { textOption } from '../options.ts';
import { counterPage } from './app-pages.ts';
import { objectSchema } from './content.ts';

export const appMimeType = 'text/html;profile=mcp-app';

/** A well-behaved server with an app: a counter, its tool for the model, one that only its app may call, and one that it may not. */
export const apps: Preset = {
  about: 'a counter with an app (MCP Apps): tools for the model, for the app alone and for the model alone, and a resource for the app',
  options: {
    connect: 'an origin the app asks to exchange data with (default none)',
    key: 'where the tool names its page: ui, or the older ui/resourceUri (default ui)',
  },
  create(options) {
    let count = 0;
    const connect = textOption(options, 'connect', '');
    const uri = 'ui://counter/page.html';
    const isOld = textOption(options, 'key', 'ui') !== 'ui';
    const ui = (more: Dict = {}): Dict => (isOld ? { 'ui/resourceUri': uri } : { ui: { resourceUri: uri, ...more } });
    const result = (note?: string): Dict => ({ content: [{ type: 'text', text: `The counter stands at ${count}.` }], structuredContent: { count }, ...(note === undefined ? {} : { _meta: { note } }) });
    const add = (args: Dict): void => {
      count += typeof args['by'] === 'number' ? args['by'] : 1;
    };
    const schema = objectSchema({ by: { type: 'number' } }, []);
    return {
      info: { name: 'apps', version: '1.0.0' },
      tools: [
        {
          definition: { name: 'count', title: 'Count', description: 'Adds to the counter and shows it.', inputSchema: schema, _meta: ui() },
          call: (args) => {
            add(args);
            return result('from the server');
          },
        },
        {
          definition: { name: 'reset', description: 'Sets the counter back; for the app alone.', inputSchema: objectSchema({}, []), _meta: { ui: { visibility: ['app'] } } },
          call: () => {
            count = 0;
            return result();
          },
        },
        { definition: { name: 'secret', description: 'For the model alone.', inputSchema: objectSchema({}, []), _meta: { ui: { visibility: ['model'] } } }, call: () => result() },
      ],
      resources: [
        { definition: { uri, name: 'Counter', mimeType: appMimeType }, read: () => [{ uri, mimeType: appMimeType, text: counterPage, ...(connect === '' ? {} : { _meta: { ui: { csp: { connectDomains: [connect] } } } }) }] },
        { definition: { uri: 'notes://counter', name: 'Notes', mimeType: 'text/plain' }, read: () => [{ uri: 'notes://counter', mimeType: 'text/plain', text: 'Count with care.' }] },
      ],
    };
  },
};
