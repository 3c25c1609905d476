import type { BrowserWindow, OpenDialogOptions, OpenDialogReturnValue } from 'electron';
import { describe, expect, it } from 'vitest';
import { createPathChooser } from './choose-path.ts';

// It is only handed on.
const parent = { id: 1 } as BrowserWindow;

function chooser(answers: OpenDialogReturnValue[], window: BrowserWindow | null = parent) {
  const shown: unknown[][] = [];
  const showOpenDialog = (...args: unknown[]): Promise<OpenDialogReturnValue> => {
    shown.push(args);
    return Promise.resolve(answers.shift() ?? { canceled: true, filePaths: [] });
  };
  return { choose: createPathChooser({ dialog: { showOpenDialog }, window: () => window }), shown };
}
const chosen = (...filePaths: string[]): OpenDialogReturnValue => ({ canceled: false, filePaths });

describe('the dialog for a path (E17, S18)', () => {
  it('belongs to the window, opens where it is told and asks for a folder or for one file', async () => {
    const { choose, shown } = chooser([chosen('/home/me/projects'), chosen('/etc/corp.pem')]);
    expect(await choose({ kind: 'folder', start: '/home/me' })).toBe('/home/me/projects');
    expect(await choose({ kind: 'file', start: null })).toBe('/etc/corp.pem');
    const options = shown.map(([window, each]) => [window, each as OpenDialogOptions]);
    expect(options).toEqual([
      [parent, { properties: ['openDirectory', 'createDirectory', 'dontAddToRecent'], defaultPath: '/home/me' }],
      [parent, { properties: ['openFile', 'showHiddenFiles', 'dontAddToRecent'] }],
    ]);
  });

  it('gives nothing when nothing, too much or no path was chosen', async () => {
    const answers = [{ canceled: true, filePaths: ['/x'] }, chosen(), chosen('/a', '/b'), chosen('relative'), chosen('/a\0b'), chosen(`/${'x'.repeat(4096)}`)];
    const { choose } = chooser(answers);
    for (let at = 0; at < 6; at += 1) expect(await choose({ kind: 'folder', start: null })).toBeNull();
  });

  it('opens one at a time, and none without a window', async () => {
    const open = Promise.withResolvers<OpenDialogReturnValue>();
    let shown = 0;
    const choose = createPathChooser({
      dialog: {
        showOpenDialog: () => {
          shown += 1;
          return open.promise;
        },
      },
      window: () => parent,
    });
    const first = choose({ kind: 'folder', start: null });
    expect(await choose({ kind: 'folder', start: null })).toBeNull();
    open.resolve(chosen('/home/me'));
    expect([await first, shown]).toEqual(['/home/me', 1]);
    expect(await choose({ kind: 'folder', start: null })).toBe('/home/me');
    const { choose: nobody, shown: none } = chooser([chosen('/x')], null);
    expect([await nobody({ kind: 'folder', start: null }), none]).toEqual([null, []]);
  });
});
