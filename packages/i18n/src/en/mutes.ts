import { plural } from './plural.ts';

export const mutes = {
  storm: (server: string, refused: number, limit: number) =>
    `${server} asks too often: ${plural(limit, { one: 'more than # question', other: 'more than # questions' })} in a minute. ${plural(refused, { one: '# call was refused', other: '# calls were refused' })}, and whoever made them was told why.`,
  allowMore: 'Allow more for 10 minutes',
  muteInChat: (server: string) => `Mute ${server} in this chat`,
  muteAlways: (server: string) => `Mute ${server} until I say so`,
  allowed: (server: string) => `${server} may ask as often as it likes for 10 minutes`,
  allowedUntil: (server: string, time: string) => `${server} may ask as often as it likes until ${time}.`,
  endAllowance: 'Back to the usual limit',
  muted: (server: string) => `${server} is muted`,
  unmuted: (server: string) => `${server} may be called again`,
  unmute: 'Unmute',
  unmuteOf: (server: string) => `Unmute ${server}`,
  mutedInAll: (server: string) => `${server} is muted: every call of it is refused until you unmute it.`,
  mutedInChat: (server: string, chat: string) => `${server} is muted in the chat “${chat}”: every call of it there is refused until you unmute it.`,
  refused: (count: number) => plural(count, { one: '# call refused', other: '# calls refused' }),
  refusedStorm: (server: string) => `Refused by Portolan: too many questions from ${server} in a minute. The model was told so.`,
  refusedMute: (server: string) => `Refused by Portolan: ${server} is muted. The model was told so.`,
  section: {
    title: 'Quiet',
    text: 'A muted server is not stopped. Its tools can still be run by hand, but every call a model makes is refused, and it asks you nothing.',
    mute: 'Mute this server',
  },
  limit: 'Questions of one server in a minute',
  limitHint: (usual: number) => `When a server is asked about more often than this, further calls are refused and you are told. Calls that a model makes at once count as one question. Usually ${usual}.`,
};
