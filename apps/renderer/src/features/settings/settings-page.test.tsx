import { screen, waitFor, within } from '@testing-library/react';
import { HostError } from '@portolan/contract/errors';
import { ServerId } from '@portolan/contract/ids';
import type { SecretOwner } from '@portolan/contract/secrets';
import { describe, expect, it } from 'vitest';
import { FakeHost } from '../../test/fake-host.ts';
import { openWindow, settled } from '../../test/render-app.tsx';
import * as views from '../../test/views.ts';
import { draftOf, dropsKey, isUrlWrong, isWrong, saveInput, withoutSecrets } from './provider-draft.ts';

describe('theme and language', () => {
  it('change at once and are kept by the host', async () => {
    const host = new FakeHost();
    const { user } = await openWindow(host, '#/settings/general');
    await user.click(await screen.findByRole('radio', { name: 'Dark' }));
    await waitFor(() => expect(document.documentElement.dataset['theme']).toBe('dark'));
    await user.click(screen.getByRole('radio', { name: '简体中文' }));
    expect(await screen.findByRole('heading', { level: 1, name: '设置' })).toBeTruthy();
    expect(document.documentElement.lang).toBe('zh-CN');
    expect(host.state.settings).toMatchObject({ theme: 'dark', locale: 'zh-CN' });
  });

  it('stay as they were when they cannot be kept, with the reason', async () => {
    const host = new FakeHost();
    host.handlers['settings/update'] = () => {
      throw new HostError('config-not-writable', { file: '/data/config.json' });
    };
    const { user } = await openWindow(host, '#/settings/general');
    await user.click(await screen.findByRole('radio', { name: 'Dark' }));
    expect((await within(screen.getByRole('main')).findByRole('alert')).textContent).toContain('/data/config.json');
    expect(document.documentElement.dataset['theme']).toBe('light');
  });
});

describe('model providers', () => {
  const open = async (host: FakeHost) => {
    const window = await openWindow(host, '#/settings/providers');
    await window.user.click((await screen.findAllByRole('button', { name: 'Add provider' }))[0] ?? document.body);
    return { ...window, dialog: await screen.findByRole('dialog', { name: 'Add provider' }) };
  };

  it('are saved and tested in one go; the key goes to the host and stays nowhere in the window (C01)', async () => {
    const host = new FakeHost();
    host.handlers['providers/test'] = () => ({ models: [], problem: new HostError('model-key-refused', { provider: 'Mine' }).problem });
    const { user, dialog } = await open(host);
    await user.type(within(dialog).getByLabelText(/Base address/), 'https://api.example/v1');
    await user.type(within(dialog).getByLabelText(/^Name/), 'Mine');
    await user.type(within(dialog).getByLabelText(/API key/), 'sk-very-secret');
    await user.click(within(dialog).getByRole('button', { name: 'Save and test' }));
    expect(await within(dialog).findByRole('alert')).toBeTruthy();
    expect(host.inputs('providers/save')[0]).toMatchObject({ key: 'sk-very-secret', baseUrl: 'https://api.example/v1', name: 'Mine' });
    // Everything else that was typed is still there for another try.
    expect(within(dialog).getByLabelText(/Base address/)).toHaveProperty('value', 'https://api.example/v1');
    expect(within(dialog).getByLabelText(/Replace key/)).toHaveProperty('value', '');
    expect([...document.querySelectorAll('input, textarea')].some((field) => Reflect.get(field, 'value') === 'sk-very-secret')).toBe(false);
    expect(document.body.textContent).not.toContain('sk-very-secret');
    // It is kept, so that leaving loses nothing; what is changed from here on is asked about again.
    await user.type(within(dialog).getByLabelText(/Base address/), '2');
    await user.keyboard('{Escape}');
    await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Keep editing' }));
    await user.click(within(dialog).getByRole('button', { name: 'Save and test' }));
    await waitFor(() => expect(host.inputs('providers/test')).toHaveLength(2));
    expect(await within(dialog).findByRole('alert')).toBeTruthy();
    await settled();
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Add provider' })).toBeNull());
    expect(screen.queryByRole('alertdialog')).toBeNull();
  });

  it('ask for an address where one is needed, and lead to it', async () => {
    const { user, dialog } = await open(new FakeHost());
    await user.click(within(dialog).getByRole('button', { name: 'Save and test' }));
    expect(await within(dialog).findByText('An address starts with http:// or https://.')).toBeTruthy();
    await waitFor(() => expect(document.activeElement).toBe(within(dialog).getByLabelText(/Base address/)));
  });

  it('do not lose what was typed by a slip: leaving asks first', async () => {
    const { user, dialog } = await open(new FakeHost());
    await user.type(within(dialog).getByLabelText(/^Name/), 'Mine');
    await user.keyboard('{Escape}');
    await user.click(await screen.findByRole('button', { name: 'Keep editing' }));
    expect(within(dialog).getByLabelText(/^Name/)).toHaveProperty('value', 'Mine');
    await user.keyboard('{Escape}');
    await user.click(await screen.findByRole('button', { name: 'Discard' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('are removed after a question, because the key cannot be brought back', async () => {
    const host = new FakeHost({ providers: [views.provider('one', { hasKey: true })] });
    const { user } = await openWindow(host, '#/settings/providers');
    await user.click(await screen.findByRole('button', { name: 'Remove' }));
    const question = await screen.findByRole('alertdialog', { name: 'Remove one?' });
    await waitFor(() => expect(document.activeElement).toBe(within(question).getByRole('button', { name: 'Cancel' })));
    await user.click(within(question).getByRole('button', { name: 'Remove provider' }));
    await waitFor(() => expect(screen.queryByRole('heading', { name: 'one' })).toBeNull());
  });
});

describe('a provider as it is typed', () => {
  const stored = views.provider('one', { baseUrl: 'https://a.example/v1', hasKey: true, models: [{ id: 'listed', source: 'listed' }, { id: 'mine', source: 'added' }] });

  it('starts without the key, which no window knows, and with the models added by hand only (C01)', () => {
    expect(draftOf(stored)).toMatchObject({ key: '', models: 'mine' });
    expect(saveInput(draftOf(stored), stored, 'x')).not.toHaveProperty('key');
  });

  it('says that a key is dropped when the address becomes another one (T:A09)', () => {
    expect(dropsKey({ ...draftOf(stored), baseUrl: 'https://a.example/v2' }, stored)).toBe(false);
    expect(dropsKey({ ...draftOf(stored), baseUrl: 'https://evil.example/v1' }, stored)).toBe(true);
    expect(dropsKey({ ...draftOf(stored), baseUrl: 'https://evil.example/v1', key: 'new' }, stored)).toBe(false);
  });

  it.each([['', true], ['example.com', true], ['ftp://x', true], ['https://', true], ['http://127.0.0.1:11434/v1', false]])('takes %j as an address: wrong %s', (baseUrl, expected) => {
    expect(isUrlWrong({ ...draftOf(undefined), baseUrl })).toBe(expected);
  });
});

describe('a provider in a cloud (C01)', () => {
  const azure = { ...draftOf(undefined), kind: 'azure' as const, resource: 'Mine', key: 'k', models: 'chat-deployment' };
  const bedrock = { ...draftOf(undefined), kind: 'bedrock' as const, region: 'eu-central-1', accessKeyId: 'AKIDEXAMPLE', secretAccessKey: 's' };

  it('at Azure is a resource by its name or its whole address, with deployments and, if it has to be, a version', () => {
    expect(saveInput({ ...azure, apiVersion: ' 2024-10-21 ' }, undefined, 'Azure')).toEqual({ kind: 'azure', name: 'Azure', baseUrl: 'https://mine.openai.azure.com', apiVersion: '2024-10-21', key: 'k', models: ['chat-deployment'] });
    expect(saveInput({ ...azure, resource: 'https://gateway.example/openai' }, undefined, 'Azure').baseUrl).toBe('https://gateway.example/openai');
    expect(isWrong(azure, undefined)).toBe(false);
    for (const wrong of [{ resource: '' }, { resource: 'not a name' }, { resource: 'user@internal:8080/#' }, { apiVersion: 'newest' }, { models: ' ' }]) expect(isWrong({ ...azure, ...wrong }, undefined)).toBe(true);
    const stored = views.provider('one', { kind: 'azure', baseUrl: 'https://mine.openai.azure.com', apiVersion: '2024-10-21', hasKey: true, models: [{ id: 'd', source: 'added' }] });
    expect(draftOf(stored)).toMatchObject({ resource: 'mine', apiVersion: '2024-10-21', models: 'd', key: '' });
    expect(dropsKey({ ...draftOf(stored), resource: 'other' }, stored)).toBe(true);
  });

  it('at Amazon is a region and a pair of keys, or one key', () => {
    expect(saveInput({ ...bedrock, sessionToken: 't' }, undefined, 'Amazon')).toEqual({ kind: 'bedrock', name: 'Amazon', baseUrl: 'https://bedrock-runtime.eu-central-1.amazonaws.com', region: 'eu-central-1', awsKeys: { accessKeyId: 'AKIDEXAMPLE', secretAccessKey: 's', sessionToken: 't' }, models: [] });
    expect(saveInput({ ...bedrock, signsWith: 'api-key', key: 'k' }, undefined, 'Amazon')).toMatchObject({ key: 'k' });
    expect(saveInput({ ...bedrock, signsWith: 'api-key', key: 'k' }, undefined, 'Amazon')).not.toHaveProperty('awsKeys');
    expect(saveInput({ ...bedrock, region: 'cn-north-1' }, undefined, 'Amazon').baseUrl).toBe('https://bedrock-runtime.cn-north-1.amazonaws.com.cn');
    expect(isWrong(bedrock, undefined)).toBe(false);
    for (const wrong of [{ region: '' }, { region: 'Frankfurt' }, { accessKeyId: '' }, { secretAccessKey: '' }, { baseUrl: 'example.com' }]) expect(isWrong({ ...bedrock, ...wrong }, undefined)).toBe(true);
    expect(withoutSecrets({ ...bedrock, key: 'k', sessionToken: 't' })).toMatchObject({ key: '', accessKeyId: '', secretAccessKey: '', sessionToken: '', region: 'eu-central-1' });
  });

  it('is asked for in words of its own; what is wrong is said where it stands', async () => {
    const host = new FakeHost();
    const { user } = await openWindow(host, '#/settings/providers');
    await user.click((await screen.findAllByRole('button', { name: 'Add provider' }))[0] ?? document.body);
    const dialog = await screen.findByRole('dialog', { name: 'Add provider' });
    await user.click(within(dialog).getByRole('combobox', { name: 'Kind' }));
    await user.click(await screen.findByRole('option', { name: 'Amazon Bedrock' }));
    await user.type(within(dialog).getByLabelText(/^Name/), 'Cloud');
    await user.type(await within(dialog).findByLabelText('Access key ID'), 'AKIDEXAMPLE');
    await user.click(within(dialog).getByRole('button', { name: 'Save and test' }));
    expect(await within(dialog).findByText('A region looks like eu-central-1.')).toBeTruthy();
    expect(within(dialog).getByText('The ID and the secret belong together.')).toBeTruthy();
    await user.type(within(dialog).getByLabelText(/^Region/), 'eu-central-1');
    await user.type(within(dialog).getByLabelText('Secret access key'), 'very-secret');
    await user.click(within(dialog).getByRole('button', { name: 'Save and test' }));
    await waitFor(() => expect(host.inputs('providers/save')[0]).toMatchObject({ kind: 'bedrock', awsKeys: { accessKeyId: 'AKIDEXAMPLE', secretAccessKey: 'very-secret' } }));
    await waitFor(() => expect([...document.querySelectorAll('input')].some((field) => field.value === 'very-secret')).toBe(false));
  });
});

describe('standing permissions', () => {
  it('are listed with where they hold, marked when they no longer do, and taken back (H01)', async () => {
    const host = new FakeHost({
      rules: [
        views.rule('r1', { conditions: [{ kind: 'path', argument: 'path', folder: '/home/me' }] }),
        views.rule('r2', { tool: 'write', effect: 'never', scope: 'chat', conversationId: views.ids.chat('first') }),
        views.rule('r3', { tool: 'old', isStale: true }),
      ],
      conversations: [views.chat('first')],
    });
    const { user } = await openWindow(host, '#/settings/permissions');
    const sentence = 'Allow “read” of files when “path” lies in /home/me.';
    await screen.findByText(sentence);
    expect(screen.getByText('Allow “old” of files.').closest('li')?.textContent).toContain('Does not apply any more');
    expect(screen.getByText('Never run “write” of files, in one chat.').closest('li')?.textContent).toContain('first');
    await user.click(screen.getByRole('button', { name: `Take back: ${sentence}` }));
    await waitFor(() => expect(screen.queryByRole('button', { name: `Take back: ${sentence}` })).toBeNull());
    expect(host.inputs('rules/revoke')).toEqual([{ ruleId: 'r1' }]);
    await user.click(await screen.findByRole('button', { name: 'Undo' }));
    await screen.findByRole('button', { name: `Take back: ${sentence}` });
  });

  it('that are about scripts are shown and taken back, and can be made into no other one (H01, C17)', async () => {
    const rules = [views.rule('r1', { serverId: ServerId.parse('portolan-host'), serverName: 'Portolan', tool: 'host:run_script' }), views.rule('r2', { tool: 'write' })];
    const host = new FakeHost({ servers: [views.server('files')], rules });
    const { user } = await openWindow(host, '#/settings/permissions');
    const sentence = 'Allow “Run a script” of Portolan.';
    await screen.findByText(sentence);
    expect(await screen.findByRole('button', { name: /^Edit: .*write/ })).toBeTruthy();
    expect(screen.queryByRole('button', { name: /^Edit: .*script/ })).toBeNull();
    await user.click(screen.getByRole('button', { name: `Take back: ${sentence}` }));
    await waitFor(() => expect(host.inputs('rules/revoke')).toEqual([{ ruleId: 'r1' }]));
  });

  it('are written as a sentence, with what is missing named, and saved (H01)', async () => {
    const host = new FakeHost({ servers: [views.server('files')], tools: [views.tool('write', { inputSchema: { type: 'object', properties: { path: { type: 'string' } } } })] });
    const { user } = await openWindow(host, '#/settings/permissions');
    await user.click(await screen.findByRole('button', { name: 'Add a permission' }));
    const dialog = await screen.findByRole('dialog', { name: 'Add a permission' });
    await user.click(within(dialog).getByRole('radio', { name: /^Never/ }));
    await user.click(within(dialog).getByRole('button', { name: 'Save' }));
    expect(within(dialog).getByText('Fill this in.')).toBeTruthy();
    await user.click(within(dialog).getByRole('combobox', { name: 'Tool' }));
    await user.click(await screen.findByRole('option', { name: 'write' }));
    await user.click(within(dialog).getByRole('button', { name: 'Add a condition' }));
    await user.type(within(dialog).getByLabelText('Argument'), 'path');
    await user.click(within(dialog).getByRole('combobox', { name: 'Condition' }));
    await user.click(await screen.findByRole('option', { name: 'lies in the folder' }));
    await user.type(within(dialog).getByLabelText('Value'), '/etc');
    expect(within(dialog).getByText('Never run “write” of files when “path” lies in /etc.')).toBeTruthy();
    await user.click(within(dialog).getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(host.inputs('rules/save')).toEqual([{ serverId: views.ids.server('files'), tool: 'write', effect: 'never', conditions: [{ kind: 'path', argument: 'path', folder: '/etc' }], conversationId: null }]);
  });

  it('have beside them which results are seen first, as any window chooses, each to be taken back (H02)', async () => {
    const host = new FakeHost({ servers: [views.server('files')], conversations: [views.chat('first')], reviewChoices: [{ scope: 'tool', serverId: views.ids.server('files'), tool: 'read' }] });
    const { user } = await openWindow(host, '#/settings/permissions');
    const ofTool = 'What files answers to “read”';
    await screen.findByText(ofTool);
    // Chosen in another window.
    host.state.reviewChoices = [...host.state.reviewChoices, { scope: 'chat', conversationId: views.ids.chat('first') }, { scope: 'server', serverId: views.ids.server('gone') }];
    host.feeds.reviewChoices.publish({ choices: host.state.reviewChoices });
    await screen.findByText('Every result in the chat “first”');
    await screen.findByText('Everything that a server that was removed answers');
    await user.click(screen.getByRole('button', { name: `Take back: ${ofTool}` }));
    await waitFor(() => expect(screen.queryByText(ofTool, { selector: 'li *' })).toBeNull());
    expect(host.inputs('results/choose')).toEqual([{ choice: { scope: 'tool', serverId: 's-files', tool: 'read' }, isOn: false }]);
    await user.click(await screen.findByRole('button', { name: 'Undo' }));
    await screen.findByRole('button', { name: `Take back: ${ofTool}` });
  });

  it('begin as the person chooses, for new servers and for each there is', async () => {
    const host = new FakeHost({ servers: [views.server('files')] });
    const { user } = await openWindow(host, '#/settings/permissions');
    await user.click(await screen.findByRole('radio', { name: /^Let what only reads run/ }));
    await waitFor(() => expect(host.inputs('rules/setProfile')).toEqual([{ profile: 'reads' }]));
    await user.click(screen.getByRole('combobox', { name: 'Permissions of files' }));
    await user.click(await screen.findByRole('option', { name: 'Ask, and allow nothing for always' }));
    await waitFor(() => expect(host.inputs('rules/setServerProfile')).toEqual([{ serverId: views.ids.server('files'), profile: 'strict' }]));
  });
});

describe('what is kept for whom', () => {
  it('names those who are gone, deletes theirs after a question, and lists keys that stand in the open (S09)', async () => {
    const host = new FakeHost({ servers: [views.server('mail', { openSecrets: ['API_KEY'] })] });
    let owners: SecretOwner[] = [
      { kind: 'server', id: 's_old', name: 'old mail', isConfigured: false, values: 2, signIns: 1 },
      { kind: 'server', id: 's-mail', name: 'mail', isConfigured: true, values: 1, signIns: 0 },
    ];
    host.handlers['secrets/owners'] = () => ({ owners });
    host.handlers['secrets/forgetOwner'] = ({ id }) => {
      owners = owners.filter((owner) => owner.id !== id);
      return { owners };
    };
    const { user } = await openWindow(host, '#/settings/secrets');
    expect((await screen.findByText('API_KEY')).closest('li')?.textContent).toContain('mail');
    expect((await screen.findByText('Server old mail')).closest('li')?.textContent).toContain('no longer configured, 2 keys and answers, 1 part of a sign-in');
    expect(screen.queryByRole('button', { name: 'Delete what is kept for Server mail' })).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Delete what is kept for Server old mail' }));
    await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Delete for good' }));
    await waitFor(() => expect(screen.queryByText('Server old mail')).toBeNull());
    expect(host.inputs('secrets/forgetOwner')).toEqual([{ kind: 'server', id: 's_old' }]);
  });
});
