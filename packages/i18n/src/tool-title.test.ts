import { describe, expect, it } from 'vitest';
import { getCatalogue } from './catalogue.ts';
import { isOwnTool, toolTitle } from './tool-title.ts';

describe('tools of the app itself (C04, C17)', () => {
  it('are known by their whole names: one of a server that only begins like them is called and vouched for as its server says', () => {
    const t = getCatalogue('en');
    for (const name of Object.keys(t.chat.ownTools)) expect(isOwnTool(name), name).toBe(true);
    for (const name of ['host:read_everything', 'host:', 'host:run_script ', 'Host:run_script', 'host:run_script\u200b', 'run_script', 'hasOwnProperty', '__proto__', 'constructor']) {
      expect(isOwnTool(name), name).toBe(false);
      expect(toolTitle(name, 'As the server says', t)).toBe('As the server says');
    }
  });
});
