import { pins } from './pins.ts';
import { plural } from './plural.ts';
import { entryReason } from './entry-reasons.ts';

/** The frame around the pages, and what every viewer of content needs. */
export const shell = {
  windowBlocked: 'The browser did not open a window. Allow windows for this page, then try again.',
  pageBroken: (message: string) => `The rest of the window still works, and nothing is lost. What went wrong: ${message}`,
  reload: 'Reload the window',
  leaveDialog: 'Close the sidebar',
  ask: (server: string) => `${server} asks you something.`,
  resultQuestion: (server: string, tool: string, chat: string) => `A result of ${tool} of ${server} in “${chat}” waits for you to look at it.`,
  question: (server: string, tool: string, chat: string) => `${server} wants to run ${tool} in “${chat}”.`,
  scriptQuestion: (chat: string) => `The model wants to run a script that it wrote in “${chat}”.`,
  decide: 'Decide',
  goToQuestion: 'Go to the waiting decision',
  overHttp: 'Reached over HTTP',
  http: 'HTTP',
  recentChats: 'Recent chats',
  attention: 'Needs your attention',
  running: 'Running now',
  searchChats: (query: string) => `Search all chats for “${query}”`,
  waiting: 'Waiting',
  optionsOf: (title: string) => `Options for ${title}`,
  notices: {
    'config-broken': (details: Record<string, string>) =>
      details['server'] !== undefined
        ? `The entry “${details['server']}”${details['line'] === undefined ? '' : ` in line ${details['line']}`} of the configuration file cannot be used. ${entryReason(details['reason'] ?? '', details['field'] ?? '')} The other entries are not affected.`
        : details['kept'] === 'nothing'
          ? 'The configuration file cannot be read, and there is no earlier version of it.'
          : 'The configuration file cannot be read. The last good one is in use.',
    'config-changed-outside': (details: Record<string, string>) =>
      [
        details['kept'] ? `Another program wrote the configuration file in the very moment Portolan did. Its version is kept as ${details['kept']}.` : 'The configuration file was changed outside Portolan.',
        details['added'] ? `New: ${details['added']}.` : '',
        details['changed'] ? `Changed: ${details['changed']}.` : '',
        details['removed'] ? `Removed: ${details['removed']}.` : '',
        details['added'] || details['changed'] ? 'What is new or different waits for your review.' : '',
      ]
        .filter(Boolean)
        .join(' '),
    'config-open-to-others': (details: Record<string, string>) => `Other accounts on this computer can change ${details['path'] ?? ''}, and with it which programs Portolan starts. ${details['reason'] === 'owner' ? 'Keep your data in a folder that belongs to you.' : 'Take away their right to write there.'} Until then every server is asked about again at each start.`,
    'storage-restored': (details: Record<string, string>) => `The conversations were damaged and have been restored from ${details['backup'] ?? 'a backup'}. The damaged file is kept as ${details['kept'] ?? 'a copy'}.`,
    'storage-read-only': () => 'Nothing can be saved at the moment: the disk is full or the data folder cannot be written. What was saved before is safe.',
    'host-restarted': () => 'The host stopped unexpectedly and was started again. Answers that were cut off are marked.',
    'servers-reaped': (details: Record<string, string>) => `Server processes left over from an earlier run were ended: ${details['servers'] ?? details['count'] ?? ''}`,
    'tools-changed': (details: Record<string, string>) => pins.notice(details['server'] ?? '?', Number(details['count'] ?? 0), details['tools'] ?? '', details['instructions'] === 'held'),
    'package-changed': (details: Record<string, string>) => packageChanged(details),
    'secrets-in-file': () => 'Keys are kept in an encrypted file with its key beside it, because this system has no key store that works here. You can choose another way in the settings.',
    'secrets-in-memory': () => 'This system has no safe key store. Keys and sign-ins are kept only until Portolan stops, unless you choose a way in the settings.',
    'secrets-locked': (details: Record<string, string>) => (details['reason'] === 'passphrase-needed' ? 'Your keys and sign-ins are locked. Open them with your passphrase in the settings.' : 'Your keys and sign-ins cannot be read at the moment. Nothing is lost; the settings say what to do.'),
  },
  showFile: 'Show',
  showAll: (lines: number, characters: number) => (lines > 1 ? plural(lines, { one: 'Show all of # line', other: 'Show all of # lines' }) : plural(characters, { one: 'Show all of # character', other: 'Show all of # characters' })),
  showMore: (count: number) => plural(count, { one: '# more', other: '# more' }),
  unknownBlock: (type: string, reason: string) => `Content of a kind that is not known here (${type}): ${reason}`,
  asText: 'Text',
  asTree: 'Tree',
  imageNotShown: (type: string, size: string) => `An image that cannot be shown (${type}, ${size}).`,
  imageAlt: (type: string, size: string) => `Image, ${type}, ${size}`,
  audio: (type: string) => `Audio, ${type}`,
  audioNotShown: (type: string) => `Audio that cannot be played (${type}).`,
  emptyResult: 'The tool answered with nothing.',
  repairs: (count: number) => plural(count, { one: '# thing was put right while reading', other: '# things were put right while reading' }),
  unsetVariables: (names: string) => `Not set at the moment: ${names}. The server will not start until they are.`,
  fieldRequired: 'Fill this in.',
  urlNeeded: 'An address starts with http:// or https://.',
  description: 'Description',
  platform: 'System',
  providersLead: 'A key is sent to its own provider and to nobody else, and is never shown again.',
  providerKinds: {
    openai: 'OpenAI',
    'openai-chat': 'OpenAI (Chat Completions)',
    anthropic: 'Anthropic',
    google: 'Google',
    mistral: 'Mistral',
    groq: 'Groq',
    deepseek: 'DeepSeek',
    xai: 'xAI',
    openrouter: 'OpenRouter',
    azure: 'Azure',
    bedrock: 'Amazon Bedrock',
    'openai-compatible': 'OpenAI-compatible address',
    ollama: 'Ollama',
    gguf: 'Model file',
  },
  saveAndTest: 'Save and test',
  testWorked: (provider: string, models: number) => plural(models, { one: `${provider} answers and lists # model.`, other: `${provider} answers and lists # models.` }),
  keyWillGo: 'The stored key belongs to the old address and will be dropped. Enter the key for the new one.',
  chooseModelFilter: 'Filter models',
  noModelMatches: 'No model matches.',
  argumentsAsJson: 'As a JSON list, because one of them is empty or contains a line break.',
  argumentsNotJson: 'This is not a JSON list of texts.',
  valueGone: 'Its stored value belongs to the old name. Enter it again, or go back to the old name.',
  pickedOf: (chosen: number, total: number) => `${chosen} of ${total} chosen`,
  added: 'added',
  addedServers: (count: number) => plural(count, { one: '# server was added. It waits for your review.', other: '# servers were added. They wait for your review.' }),
  inputsAsked: 'This entry asks for values. Its page asks for them before the first start.',
  inputAsked: (id: string, description: string) => (description ? `${id}: ${description}` : id),
  isSecret: 'secret',
  starting: (name: string) => `${name} is starting…`,
  startServer: (name: string) => `Start ${name}`,
  itemGone: 'What was opened here is no longer offered by this server.',
  calledWith: 'Called with',
  runHint: (keys: string) => `${keys} runs it`,
  notAnObject: 'Arguments are a group of named values: { … }.',
  cardKeys: (allow: string, deny: string) => `${allow} allows once, ${deny} denies`,
  toolsWaiting: (count: number) => plural(count, { one: '# more call waits behind this one', other: '# more calls wait behind this one' }),
  valueSize: (characters: string) => `${characters} characters`,
  preview: (name: string) => `Look at ${name}`,
  tooManyAttached: (count: number) => plural(count, { one: '# attachment did not fit. Send these first.', other: '# attachments did not fit. Send these first.' }),
  notLoaded: (server: string) => `The list of ${server} could not be read.`,
  fillTemplate: (name: string) => `Fill in ${name}`,
  template: 'template',
  messageOptions: 'Message options',
};

function packageChanged(details: Record<string, string>): string {
  const { server = '?', package: spec = '?', before = '?', after = '?' } = details;
  const now = `${spec} ${after}`;
  return before === after ? pins.package.noticeOfSame(server, now) : pins.package.notice(server, now, before);
}
