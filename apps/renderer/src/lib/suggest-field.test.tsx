import { fireEvent, screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { FakeHost } from '../test/fake-host.ts';
import { openWindow } from '../test/render-app.tsx';
import * as views from '../test/views.ts';

let made = 0;
/** What is filled in lives as long as the window: each test has a server of its own. */
let serverName = '';
function hostWithPrompt(): FakeHost {
  serverName = `files${++made}`;
  return new FakeHost({
    servers: [views.server(serverName, { capabilities: ['prompts', 'completions'], counts: { tools: 0, resources: 0, resourceTemplates: 0, prompts: 1, refused: 0 } })],
    prompts: [{ name: 'report', arguments: [{ name: 'repo', required: true }, { name: 'label' }], isEnabled: true, repairs: [] }],
  });
}
const open = async (host: FakeHost) => ({ ...(await openWindow(host, `#/servers/s-${serverName}/prompts/report`)), field: await screen.findByRole('combobox', { name: /repo/ }) });
const asked = (host: FakeHost) => host.inputs('completion/complete').map((each) => each.argument.value);

describe('suggestions for an argument (P11)', () => {
  it('come from the server for what is typed, with the other arguments, and any other value stays possible', async () => {
    const host = hostWithPrompt();
    host.handlers['completion/complete'] = ({ argument }) => ({ values: [`${argument.value}-one`, `${argument.value}-two`], hasMore: false });
    const { user, field } = await open(host);
    await user.type(field, 'ab');
    await user.click(await screen.findByRole('option', { name: 'ab-two' }));
    await waitFor(() => expect(field).toHaveProperty('value', 'ab-two'));
    await user.type(screen.getByRole('combobox', { name: /label/ }), 'x');
    await waitFor(() => expect(host.inputs('completion/complete').at(-1)).toEqual({ serverId: `s-${serverName}`, ref: { type: 'ref/prompt', name: 'report' }, argument: { name: 'label', value: 'x' }, context: { repo: 'ab-two' } }));
  });

  it('are not asked for while an input method composes (中文)', async () => {
    const host = hostWithPrompt();
    const { user, field } = await open(host);
    await user.click(field);
    await waitFor(() => expect(asked(host)).toEqual(['']));
    fireEvent.compositionStart(field);
    fireEvent.change(field, { target: { value: 'ni' } });
    await new Promise((resolve) => setTimeout(resolve, 250));
    expect(asked(host)).toEqual(['']);
    fireEvent.compositionEnd(field);
    fireEvent.change(field, { target: { value: '你' } });
    await waitFor(() => expect(asked(host)).toContain('你'));
    expect(asked(host)).not.toContain('ni');
  });

  it('that arrive after the person has gone on open no list over the rest of the form', async () => {
    const host = hostWithPrompt();
    const late = Promise.withResolvers<null>();
    host.handlers['completion/complete'] = async ({ argument }) => {
      if (argument.value === 'ab') await late.promise;
      return { values: argument.value === 'ab' ? ['ab-late'] : [], hasMore: false };
    };
    const { user, field } = await open(host);
    await user.type(field, 'ab');
    await waitFor(() => expect(asked(host)).toContain('ab'));
    await user.tab();
    late.resolve(null);
    await user.click(await screen.findByRole('button', { name: 'Show messages' }));
    expect(screen.queryByRole('listbox')).toBeNull();
    expect(screen.queryByRole('option')).toBeNull();
    // Back there, it is offered.
    await user.click(field);
    expect(await screen.findByRole('option', { name: 'ab-late' })).toBeTruthy();
  });

  it('of an earlier question do not replace those of a later one', async () => {
    const host = hostWithPrompt();
    host.handlers['completion/complete'] = async ({ argument }) => {
      if (argument.value === 'a') await new Promise((resolve) => setTimeout(resolve, 500));
      return { values: [`for ${argument.value}`], hasMore: false };
    };
    const { user, field } = await open(host);
    await user.type(field, 'a');
    await waitFor(() => expect(asked(host)).toContain('a'));
    await user.type(field, 'b');
    expect(await screen.findByRole('option', { name: 'for ab' })).toBeTruthy();
    await new Promise((resolve) => setTimeout(resolve, 500));
    expect(screen.queryByRole('option', { name: 'for a' })).toBeNull();
  });

  it('show characters that would not be seen and only the beginning of what is long; what is taken is all of it (T:C06)', async () => {
    const host = hostWithPrompt();
    const long = `a\u202e${'x'.repeat(5_000)}`;
    host.handlers['completion/complete'] = () => ({ values: [long, 'plain'], hasMore: false });
    const { user, field } = await open(host);
    await user.type(field, 'a');
    const option = await screen.findByRole('option', { name: /U\+202E/ });
    expect(option.textContent.length).toBeLessThan(300);
    await user.click(option);
    await waitFor(() => expect(field).toHaveProperty('value', long));
  });

  it('that do not come leave nothing open, and the rest of the form can be reached (C15)', async () => {
    const host = hostWithPrompt();
    host.handlers['completion/complete'] = () => new Promise(() => {});
    const { user, field } = await open(host);
    await user.type(field, 'abc');
    await waitFor(() => expect(asked(host)).toContain('abc'));
    expect(field.getAttribute('aria-expanded')).not.toBe('true');
    expect(screen.getByRole('combobox', { name: /label/ })).toBeDefined();
  });
});
