import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { FakeHost } from '../../test/fake-host.ts';
import { projectOf } from '../../test/project-handlers.ts';
import { openWindow } from '../../test/render-app.tsx';
import * as views from '../../test/views.ts';

const counts = (tools: number) => ({ tools, resources: 0, resourceTemplates: 0, prompts: 0, refused: 0 });
const files = views.server('files', { counts: counts(3) });
const mail = views.server('mail', { counts: counts(5) });

it('the number of tools beside the field is that of the servers the chat offers: of its project, or chosen for it alone (C10, C13)', async () => {
  const project = projectOf('kitchen', { servers: [mail.id] });
  const host = new FakeHost({
    servers: [files, mail],
    projects: [project],
    providers: [views.provider('one')],
    conversations: [views.chat('free'), views.chat('inside', { projectId: project.id }), views.chat('own', { projectId: project.id, servers: [files.id] }), views.chat('none', { servers: [] })],
  });
  await openWindow(host, '#/chat/c-free');
  expect(await screen.findByText('8 tools')).toBeTruthy();
  for (const [chat, said] of [['inside', '5 tools'], ['own', '3 tools'], ['none', '0 tools']] as const) {
    window.location.hash = `#/chat/c-${chat}`;
    expect(await screen.findByText(said)).toBeTruthy();
  }
  window.location.hash = '#/chat/c-inside';
  expect(await screen.findByText('5 tools')).toBeTruthy();
  // What the project says is another thing by now.
  await host.handlers['projects/update']({ projectId: project.id, servers: null }, { connection: 'window-2', signal: new AbortController().signal });
  await waitFor(() => expect(screen.getByText('8 tools')).toBeTruthy());
});
