import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { FakeHost } from '../../test/fake-host.ts';
import { openWindow } from '../../test/render-app.tsx';

let host = new FakeHost();
beforeEach(() => {
  host = new FakeHost();
});

async function change(action: string): Promise<{ user: Awaited<ReturnType<typeof openWindow>>['user']; row: HTMLElement; press: (init: KeyboardEventInit) => void }> {
  const { user } = await openWindow(host, '#/settings/keyboard');
  const button = await screen.findByRole('button', { name: `Change the keys for: ${action}` });
  const row = button.closest('li') ?? document.body;
  await user.click(button);
  const field = await within(row).findByRole('textbox');
  expect(document.activeElement).toBe(field);
  return { user, row, press: (init) => void fireEvent.keyDown(field, init) };
}

describe('keys in settings (C16)', () => {
  it('are changed by pressing others, kept by the host, work at once, and are undone', async () => {
    const { user, row, press } = await change('Show or hide the sidebar');
    press({ key: 'y', code: 'KeyY', altKey: true });
    await waitFor(() => expect(host.state.settings.keys).toEqual({ 'sidebar.toggle': 'Alt+Y' }));
    await waitFor(() => expect(within(row).getByText('Y')).toBeTruthy());
    const sidebar = () => screen.queryByRole('navigation', { name: 'Main' }) !== null;
    const before = sidebar();
    await user.keyboard('{Alt>}y{/Alt}');
    await waitFor(() => expect(sidebar()).toBe(!before));
    await user.keyboard('{Control>}b{/Control}');
    expect(sidebar()).toBe(!before);
    await user.click(await screen.findByRole('button', { name: 'Undo' }));
    await waitFor(() => expect(host.state.settings.keys).toEqual({}));
  });

  it('show whose they are before they are taken from there', async () => {
    const { user, row, press } = await change('Show or hide the sidebar');
    press({ key: 'k', code: 'KeyK', ctrlKey: true });
    expect(await within(row).findByText(/Ctrl K is the key for “Open command palette”/)).toBeTruthy();
    expect(host.inputs('settings/update')).toEqual([]);
    await user.click(within(row).getByRole('button', { name: 'Take it' }));
    await waitFor(() => expect(host.state.settings.keys).toEqual({ 'sidebar.toggle': 'Mod+K', 'palette.open': '' }));
    expect(within(screen.getByRole('button', { name: 'Change the keys for: Open command palette' }).closest('li') ?? row).getByText('No key')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'All back to usual' }));
    await waitFor(() => expect(host.state.settings.keys).toEqual({}));
  });

  it('are refused with a reason where they answer questions, write, or belong to the browser (T:J10)', async () => {
    const { row, press } = await change('Show or hide the sidebar');
    press({ key: 'Enter', code: 'Enter', ctrlKey: true });
    expect(within(row).getByRole('status').textContent).toContain('answers questions or edits text');
    press({ key: 'x', code: 'KeyX' });
    expect(within(row).getByRole('status').textContent).toContain('needed for writing');
    press({ key: 't', code: 'KeyT', ctrlKey: true });
    expect(within(row).getByRole('status').textContent).toContain('keeps Ctrl T for itself');
    press({ key: 'Escape', code: 'Escape' });
    await waitFor(() => expect(within(row).queryByRole('textbox')).toBeNull());
    expect(host.inputs('settings/update')).toEqual([]);
  });

  it('are taken away by Backspace, and found by what they do', async () => {
    const { user, row, press } = await change('Find in chat');
    press({ key: 'Backspace', code: 'Backspace' });
    await waitFor(() => expect(host.state.settings.keys).toEqual({ 'chat.find': '' }));
    expect(await within(row).findByText('No key')).toBeTruthy();
    await user.type(screen.getByRole('searchbox', { name: 'Search actions and keys' }), 'sidebar');
    expect(screen.getAllByRole('button', { name: /^Change the keys for/ })).toHaveLength(1);
    await user.type(screen.getByRole('searchbox', { name: 'Search actions and keys' }), 'zzz');
    expect(screen.getByText('No action or key matches “sidebarzzz”.')).toBeTruthy();
  });
});

describe('the look (C16)', () => {
  it('has a size of text, a density, more contrast and less motion, at once', async () => {
    const { user } = await openWindow(host, '#/settings/general');
    const root = document.documentElement;
    await user.click(await screen.findByRole('radio', { name: 'More' }));
    await user.click(screen.getByRole('radio', { name: 'Less' }));
    await user.click(screen.getByRole('radio', { name: 'Compact' }));
    await waitFor(() => expect([root.dataset['contrast'], root.dataset['motion'], root.dataset['density']]).toEqual(['more', 'reduced', 'compact']));
    await user.click(screen.getByRole('combobox', { name: /Text size/ }));
    await user.click(await screen.findByRole('option', { name: '125%' }));
    await waitFor(() => expect(root.style.getPropertyValue('--ui-font-scale')).toBe('1.25'));
    expect(host.state.settings).toMatchObject({ contrast: 'more', motion: 'reduced', density: 'compact', textSize: 125 });
  });

  it('sends a message by Ctrl with Enter alone where that was chosen', async () => {
    const { user } = await openWindow(host, '#/settings/general');
    await user.click(await screen.findByRole('radio', { name: /^Ctrl or ⌘ with Enter/ }));
    await waitFor(() => expect(host.state.settings.sendKeys).toBe('mod-enter'));
  });
});
