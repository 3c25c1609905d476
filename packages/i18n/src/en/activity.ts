import { detailTexts, has, list, text } from '../error-details.ts';
import type { ErrorDetails } from '../error-details.ts';
import { chat } from './chat.ts';
import { plural } from './plural.ts';
import { firstWords } from './first-words.ts';

type D = ErrorDetails;

const actors: Record<string, string> = {
  person: 'You',
  cli: 'You, from the command line,',
  import: 'You, by importing,',
  file: 'An edit of the configuration file',
  rule: 'A standing permission',
  model: 'The model',
  app: 'The app of a tool',
  server: 'The server',
  host: 'Portolan',
};
const who = (d: D): string => actors[text(d, 'by', 'host')] ?? 'Portolan';
const server = (d: D): string => `“${text(d, 'server', 'a server')}”`;
const tool = (d: D): string => `“${ownTools[text(d, 'tool', '')] ?? text(d, 'tool', 'a tool')}”`;
const ownTools: Readonly<Record<string, string>> = chat.ownTools;
/** What a standing permission is about: every tool, every server, or one by its name. */
const target = (d: D): string => `${has(d, 'tool') ? tool(d) : 'every tool'} of ${has(d, 'server') ? server(d) : 'every server'}`;
const named = (d: D, key: string): string => list(d, key).map((name) => `“${name}”`).join(', ');
const count = (d: D): number => Number(text(d, 'count', '0'));
const is = (d: D, key: string, value: string): boolean => text(d, key, '') === value;
const choose = (d: D, key: string, texts: Record<string, string>): string => texts[text(d, key, '')] ?? '';

/** Why the host refused what a server asked, without showing it. */
const refusals: Record<string, string> = {
  stopped: 'you told it to stop asking',
  mute: 'that server is muted',
  off: 'it may not ask for that',
  'too-many': 'that server asked too often',
  'denied-before': 'you denied the same before',
  budget: 'its budget is used up',
  unusable: 'what it asked for can’t be shown to you',
  address: 'that address may not be opened',
};
const refused = (d: D): string => `Portolan refused it, because ${refusals[text(d, 'reason', '')] ?? refusals['unusable'] ?? ''}`;

export const activity = {
  title: firstWords.activity.title,
  open: firstWords.activity.open,
  lead: 'What was decided and done, by whom and when. Kept on this computer only, without secrets, and never changed afterwards.',
  list: 'What happened, the newest first',
  keys: 'Arrow keys move, Enter shows or hides the details, Home goes to the newest, End to the oldest.',
  search: 'Search',
  kind: 'Kind',
  allKinds: 'Everything',
  kinds: {
    servers: 'Starts, stops and crashes',
    trust: 'Trust and changed tools',
    approvals: 'Approvals and permissions',
    calls: 'Tool calls',
    asks: 'Forms, models and folders',
    configuration: 'Changes of the configuration',
    secrets: 'Secrets and sign-ins',
    links: 'Links and downloads',
    app: 'Portolan itself',
  },
  server: 'Server',
  allServers: 'All servers',
  chat: 'Chat',
  allChats: 'All chats',
  thisChat: 'A chat that is gone',
  time: 'Time',
  times: { all: 'Any time', hour: 'The last hour', day: 'The last 24 hours', week: 'The last 7 days', month: 'The last 30 days' },
  reset: 'Show everything',
  empty: 'Nothing has happened yet',
  emptyText: 'Starts of servers, decisions, tool calls and changes of the configuration will stand here.',
  noMatch: 'No entry matches.',
  count: (total: number) => plural(total, { one: '# entry', other: '# entries' }),
  fresh: (total: number) => plural(total, { one: 'Show # new entry', other: 'Show # new entries' }),
  loading: 'Loading',
  export: 'Export',
  exportJson: 'What is shown, as JSON',
  exportCsv: 'What is shown, as a table (CSV)',
  exportNote: 'Without secrets that Portolan knows. Read it before you hand it on.',
  exported: (name: string) => `Saved as ${name}`,
  more: 'How much is kept',
  keepDays: (days: number) => plural(days, { one: 'Keep # day', other: 'Keep # days' }),
  keepEntries: (entries: number) => plural(entries, { one: 'At most # entry', other: 'At most # entries' }),
  details: 'Details',
  showDetails: (sentence: string) => `Details: ${sentence}`,
  inChat: 'Show in the chat',
  inTrace: 'Show in the trace',
  toServer: 'Open the server',
  facts: { time: 'Time', by: 'Who', server: 'Server', chat: 'Chat', event: 'Event', number: 'Entry', call: 'Call' },
  by: {
    person: 'You',
    cli: 'You, from the command line',
    import: 'You, by importing',
    file: 'An edit of the configuration file',
    rule: 'A standing permission',
    model: 'The model',
    app: 'The app of a tool',
    server: 'The server',
    host: 'Portolan by itself',
  },
  detailNames: {
    tool: 'Tool',
    tools: 'Tools',
    fields: 'Fields',
    names: 'Names',
    host: 'Host',
    model: 'Model',
    tokens: 'Tokens',
    added: 'Added',
    removed: 'Taken out',
    provider: 'Provider',
    name: 'Name',
    address: 'Address',
    scope: 'How far',
    note: 'Your reason',
    detail: 'Technical details',
    durationMs: 'Took',
    problem: 'Why',
    count: 'Number',
    version: 'Version',
  },
  serverFields: {
    name: 'name',
    command: 'command',
    arguments: 'arguments',
    variables: 'variables',
    'working-folder': 'working folder',
    address: 'address',
    headers: 'headers',
    transport: 'transport',
    enabled: 'on or off',
    tools: 'tools that are on',
    prompts: 'prompts that are on',
    resources: 'resources that are on',
    inputs: 'questions and answers',
    containment: 'what it can reach',
    startup: 'when it starts',
    limits: 'limits',
    elicitation: 'whether it may ask you',
    sampling: 'whether it may ask models',
    'sampling-budget': 'budget for models',
    roots: 'folders',
    review: 'review',
    profile: 'what it may do where no permission says otherwise',
    results: 'whether its results are shown to you first',
    other: 'other settings',
  },
  settingFields: {
    theme: 'colours',
    locale: 'language',
    isOnboarded: 'first steps',
    registryUrl: 'address of the registry',
    network: 'network',
    notifications: 'notifications',
    questionsPerMinute: 'questions of one server in a minute',
    modelSilenceSeconds: 'how long a silent model is waited for',
    activityDays: 'how long this log is kept',
    activityEntries: 'how much of this log is kept',
  },
  events: detailTexts({
    'server-starting': (d) =>
      is(d, 'cause', 'launch') ? `${server(d)} was started with Portolan.` : is(d, 'cause', 'use') ? `${server(d)} was started because it was needed.` : is(d, 'cause', 'retry') ? `${server(d)} was started again.` : is(d, 'cause', 'trial') ? `${who(d)} tried out ${server(d)}.` : `${who(d)} started ${server(d)}.`,
    'server-ready': (d) => `${server(d)} is ready.`,
    'server-ended': (d) => `${server(d)} ${has(d, 'isCrash') ? 'crashed' : 'failed'}${has(d, 'willRetry') ? ' and will be started again' : ''}.`,
    'server-stopped': (d) => `${who(d)} stopped ${server(d)}.`,
    'launch-reviewed': (d) => `${who(d)} allowed ${server(d)} to run as it is set up.`,
    'definitions-changed': (d) => `${server(d)} changed its tools; suspended until you have looked: ${named(d, 'tools')}.`,
    'definitions-accepted': (d) => `${who(d)} accepted changed tools of ${server(d)}: ${named(d, 'tools')}.`,
    'definitions-kept-off': (d) => `${who(d)} kept changed tools of ${server(d)} off: ${named(d, 'tools')}.`,
    'definitions-acknowledged': (d) => `${who(d)} looked at what is new with ${server(d)}.`,
    'approval-asked': (d) => `The model asked to call ${tool(d)} of ${server(d)}.`,
    'approval-decided': (d) => {
      if (is(d, 'decision', 'withdrawn')) return `The question about ${tool(d)} of ${server(d)} was taken back; nobody decided.`;
      if (is(d, 'reason', 'unattended')) return `Portolan refused ${tool(d)} of ${server(d)}, because nobody could be asked.`;
      if (is(d, 'reason', 'mute')) return `Portolan refused ${tool(d)} of ${server(d)}, because that server is muted.`;
      if (is(d, 'reason', 'storm-limit')) return `Portolan refused ${tool(d)} of ${server(d)}, because that server asked too often.`;
      if (is(d, 'decision', 'deny')) return `${who(d)} denied ${tool(d)} of ${server(d)}.`;
      return `${who(d)} allowed ${tool(d)} of ${server(d)}${choose(d, 'scope', { once: ' once', chat: ' for this chat', always: ' for always' })}${has(d, 'isChanged') ? ', with changed arguments' : ''}.`;
    },
    'server-muted': (d) => `${who(d)} ${has(d, 'isMuted') ? 'muted' : 'unmuted'} ${server(d)}${is(d, 'scope', 'chat') ? ' in one chat' : ''}.`,
    'call-intended': (d) => `${tool(d)} of ${server(d)} is being called${choose(d, 'by', { person: ' by you, by hand', cli: ' by you, from the command line' })}${has(d, 'script') ? ' by a script' : ''}.`,
    'call-ended': (d) => `${tool(d)} of ${server(d)} ${choose(d, 'outcome', { done: 'answered', failed: 'failed', cancelled: 'was cancelled', unknown: 'was under way when Portolan ended: the outcome is unknown' })}.`,
    'script-ended': (d) => `A script of the model ${choose(d, 'outcome', { done: 'is over', failed: 'failed', cancelled: 'was stopped' })}, after ${plural(Number(text(d, 'calls', '0')), { one: '# call', other: '# calls' })}.`,
    'result-reviewed': (d) =>
      is(d, 'action', 'withdrawn')
        ? `The answer of ${tool(d)} of ${server(d)} waited to be looked at; nobody did.`
        : `${who(d)} looked at the answer of ${tool(d)} of ${server(d)} and ${choose(d, 'action', { send: 'let the model read it', edit: 'changed what the model reads', withhold: 'kept it from the model' })}.`,
    elicitation: (d) => {
      const asked = is(d, 'mode', 'url') ? `asked you to open a page${has(d, 'host') ? ` at ${text(d, 'host', '')}` : ''}` : 'asked you to fill in a form';
      if (has(d, 'reason')) return `${server(d)} ${asked}; ${refused(d)}.`;
      const end = is(d, 'action', 'accept') ? (is(d, 'mode', 'url') ? 'you did' : 'you sent it') : is(d, 'action', 'decline') ? (is(d, 'by', 'host') ? 'it was declined for you' : 'you declined') : is(d, 'by', 'host') ? 'it was cancelled' : 'you cancelled';
      return `${server(d)} ${asked}; ${end}.`;
    },
    sampling: (d) => `${server(d)} asked for a model’s answer; ${has(d, 'reason') ? refused(d) : choose(d, 'outcome', { sent: 'it got one', denied: 'you denied it', refused: 'it was refused', gone: 'nobody waited for it any more' })}.`,
    'roots-refused': (d) => `${server(d)} asked which folders it may use; Portolan refused it, because it is told of none.`,
    'roots-changed': (d) => `${who(d)} changed the folders that ${server(d)} is told about.`,
    'server-added': (d) => `${who(d)} added ${server(d)}.`,
    'server-removed': (d) => `${who(d)} removed ${server(d)}.`,
    'server-changed': (d) => `${who(d)} changed ${server(d)}: ${list(d, 'fields').join(', ')}.`,
    'server-enabled': (d) => `${who(d)} switched ${server(d)} ${has(d, 'isEnabled') ? 'on' : 'off'}.`,
    'settings-changed': (d) => `${who(d)} changed a setting: ${list(d, 'fields').join(', ')}.`,
    'provider-changed': (d) => `${who(d)} ${choose(d, 'change', { added: 'added', changed: 'changed', removed: 'removed' })} the provider “${text(d, 'provider', '?')}”.`,
    'default-model-changed': (d) => (has(d, 'model') ? `${who(d)} chose “${text(d, 'model', '')}” as the usual model.` : `${who(d)} chose no usual model.`),
    'permission-added': (d) => {
      const what = `${target(d)}${has(d, 'isNarrow') ? ' with certain arguments' : ''}${is(d, 'scope', 'chat') ? ' in one chat' : ''}`;
      return is(d, 'effect', 'never') ? `${who(d)} forbade ${what} from now on.` : is(d, 'effect', 'ask') ? `${who(d)} chose to be asked about ${what} each time.` : `${who(d)} allowed ${what} from now on.`;
    },
    'permission-revoked': (d) => `${who(d)} took back a standing ${is(d, 'effect', 'allow') ? 'permission' : 'rule'} for ${target(d)}.`,
    'secret-stored': (d) => `A secret was stored: “${text(d, 'name', '?')}”${choose(d, 'of', { server: ` of ${server(d)}`, provider: ', a provider’s key', 'sign-in': `, a sign-in to ${server(d)}`, other: '' })}.`,
    'secret-removed': (d) => `A secret was removed: “${text(d, 'name', '?')}”${choose(d, 'of', { server: ` of ${server(d)}`, provider: ', a provider’s key', 'sign-in': `, a sign-in to ${server(d)}`, other: '' })}.`,
    'signed-in': (d) => `You signed in to ${server(d)}${has(d, 'host') ? ` at ${text(d, 'host', '')}` : ''}.`,
    'signed-out': (d) => `${who(d)} signed out of ${server(d)}.`,
    'link-opened': (d) => `A link was opened: ${text(d, 'address', '?')}`,
    'image-loaded': (d) => `An image was asked for: ${text(d, 'address', '?')}`,
    'install-link-received': (d) => (has(d, 'isUsable') ? 'A link asked to add servers.' : 'A link that asked to add servers was refused.'),
    downloaded: (d) => `${is(d, 'what', 'bundle') ? 'A bundle' : 'A package'} was downloaded: “${text(d, 'name', '?')}”${has(d, 'host') ? ` from ${text(d, 'host', '')}` : ''}.`,
    'host-started': (d) => `Portolan ${text(d, 'version', '')} was started.`,
    'host-stopped': () => 'Portolan was ended.',
    'log-trimmed': (d) => plural(count(d), { one: `# entry was let go, ${is(d, 'reason', 'age') ? 'for its age' : 'to keep within the number that is kept'}.`, other: `The oldest # entries were let go, ${is(d, 'reason', 'age') ? 'for their age' : 'to keep within the number that is kept'}.` }),
    'log-left-out': (d) => `${server(d)} did so much within a minute that ${plural(count(d), { one: '# entry was', other: '# entries were' })} only counted.`,
    'log-exported': (d) => `${who(d)} exported the activity log: ${plural(count(d), { one: '# entry', other: '# entries' })}.`,
  }),
};
