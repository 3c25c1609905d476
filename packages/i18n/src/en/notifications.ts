import { plural } from './plural.ts';

export const notifications = {
  title: 'Notifications',
  tell: 'Tell me when a question waits and Portolan is not in front',
  tellText: 'It names the server and the tool, nothing else. It leads here; nothing can be answered from it.',
  tellJobs: 'Tell me when a long job has ended and Portolan is not in front',
  tellJobsText: 'For jobs that took more than ten seconds. It names the server and the tool, nothing of the result.',
  refused: 'Your browser does not let Portolan show notifications. You can allow it in the browser’s settings for this site.',
  missing: 'This browser shows no notifications.',
  call: (server: string, tool: string) => `${server} asks to use ${tool}`,
  ask: (server: string) => `${server} asks you something`,
  result: (server: string, tool: string) => `${server} has answered ${tool}`,
  jobDone: (server: string, tool: string) => `${server} has finished ${tool}`,
  jobFailed: (server: string, tool: string) => `${server} could not finish ${tool}`,
  jobBody: 'See what came of it in Portolan.',
  aServer: 'A server',
  aTool: 'a tool',
  one: 'Decide in Portolan.',
  several: (count: number) => plural(count, { one: '# question waits in Portolan.', other: '# questions wait in Portolan.' }),
};
