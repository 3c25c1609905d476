import type { mutes as source } from '../en/mutes.ts';
import type { Widen } from '../widen.ts';
import { count } from './count.ts';

export const mutes: Widen<typeof source> = {
  storm: (server, refused, limit) => `${server} 提问过于频繁：一分钟内超过 ${count(limit)} 次。已拒绝 ${count(refused)} 次调用，并已告知调用方原因。`,
  allowMore: '10 分钟内放宽限制',
  muteInChat: (server) => `在本次对话中静音 ${server}`,
  muteAlways: (server) => `静音 ${server}，直到我取消`,
  allowed: (server) => `10 分钟内 ${server} 的提问次数不受限制`,
  allowedUntil: (server, time) => `${server} 在 ${time} 之前的提问次数不受限制。`,
  endAllowance: '恢复通常的限制',
  muted: (server) => `已静音 ${server}`,
  unmuted: (server) => `可以再次调用 ${server}`,
  unmute: '取消静音',
  unmuteOf: (server) => `取消静音 ${server}`,
  mutedInAll: (server) => `${server} 已静音：在你取消之前，对它的每次调用都会被拒绝。`,
  mutedInChat: (server, chat) => `${server} 在对话“${chat}”中已静音：在你取消之前，该对话中对它的每次调用都会被拒绝。`,
  refused: (n) => `已拒绝 ${count(n)} 次调用`,
  refusedStorm: (server) => `已被 Portolan 拒绝：${server} 一分钟内提问过多。已告知模型。`,
  refusedMute: (server) => `已被 Portolan 拒绝：${server} 已静音。已告知模型。`,
  section: {
    title: '静音',
    text: '静音的服务器不会停止运行。你仍可手动运行它的工具，但模型发起的每次调用都会被拒绝，它也不会再向你提问。',
    mute: '静音此服务器',
  },
  limit: '同一服务器每分钟的提问次数',
  limitHint: (usual) => `某个服务器一分钟内的提问超过这个次数时，之后的调用会被拒绝并告知你。模型同时发起的多个调用算作一次提问。通常为 ${count(usual)} 次。`,
};
