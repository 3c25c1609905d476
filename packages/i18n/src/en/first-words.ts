import { plural } from './plural.ts';

/**
 * Words of areas that load later which the frame of the window shows at once: names of pages, titles of commands, states of
 * servers. The areas take them from here.
 */
export const firstWords = {
  activity: {
    title: 'Activity',
    open: 'Open the activity log',
  },
  asks: {
    page: {
      title: 'Waiting for you',
    },
    announce: (server: string) => `${server} asks you something. Your answer is needed.`,
    withdrawn: {
      'server-gone': (server: string) => `${server} is not connected any more, so its question is gone.`,
      'taken-back': (server: string) => `${server} took its question back.`,
      'call-over': (server: string) => `The call that ${server} asked for is over, so its question is gone.`,
      'stopped-asking': (server: string) => `${server} was told to stop asking.`,
      muted: (server: string) => `${server} is muted, so its question is gone.`,
      done: (server: string) => `${server} says that the page is done.`,
    },
  },
  backups: {
    open: 'Back up or restore everything',
  },
  chatImports: {
    title: 'Import chats',
    open: 'Import chats…',
  },
  configuration: {
    file: 'Configuration file',
  },
  interactions: {
    queue: (count: number) => plural(count, { one: '# decision waiting', other: '# decisions waiting' }),
  },
  jobs: {
    title: 'Jobs',
    open: 'Open the jobs',
    running: (count: number) => plural(count, { one: '# job running', other: '# jobs running' }),
  },
  library: {
    title: 'Library',
    open: 'Open the library',
    kinds: { tool: 'Tools', prompt: 'Prompts', resource: 'Resources', template: 'Templates' },
  },
  otherApps: {
    import: {
      way: 'From other apps',
    },
    export: {
      title: 'Use servers in another app',
      open: 'Use in another app…',
    },
  },
  projects: {
    title: 'Projects',
    add: 'New project',
    open: (name: string) => `Open the project ${name}`,
    chats: (name: string) => `Chats in ${name}`,
    noChats: 'No chats in it yet.',
    allChats: (count: number) => plural(count, { one: '# more chat', other: '# more chats' }),
    newChat: 'New chat in this project',
    newChatIn: (name: string) => `New chat in ${name}`,
    move: 'Move to project…',
    delete: 'Delete the project',
    deleted: (name: string) => `The project “${name}” was deleted. Its chats are still there.`,
    moved: (chat: string, project: string) => `“${chat}” is in ${project} now`,
    movedOut: (chat: string) => `“${chat}” is in no project now`,
  },
  servers: {
    title: 'Servers',
    add: 'Add server',
    state: {
      stopped: 'Stopped',
      starting: 'Starting',
      ready: 'Ready',
      degraded: 'Degraded',
      backoff: 'Waiting to retry',
      failed: 'Failed',
      stopping: 'Stopping',
      disabled: 'Off',
      unreviewed: 'Needs review',
      needsSignIn: 'Needs sign-in',
      needsInput: 'Needs your input',
    },
    form: {
      addTitle: 'Add a server',
    },
  },
  settings: {
    title: 'Settings',
  },
  trace: {
    title: 'Trace',
    open: 'Open the trace',
  },
  tools: {
    count: (count: number) => plural(count, { one: '# tool', other: '# tools' }),
  },
};
