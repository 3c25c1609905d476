import type { composer as source } from '../en/composer.ts';
import type { Widen } from '../widen.ts';
import { count } from './count.ts';

export const composer: Widen<typeof source> = {
  label: '消息',
  placeholder: '输入消息，/ 选择提示词，@ 引用资源',
  placeholderNoModel: '连接模型后即可对话，也可以输入 / 或 @ 使用服务器',
  send: '发送',
  stop: '停止',
  sendHint: '按 Enter 发送，Shift+Enter 换行',
  attachResource: '附加资源',
  usePrompt: '使用提示词',
  chips: '附件',
  removeChip: (name) => `移除 ${name}`,
  chipFrom: (server) => `来自 ${server}`,
  slash: {
    label: '提示词',
    empty: '没有匹配的提示词。',
    none: '正在运行的服务器都没有提供提示词。',
  },
  mention: {
    label: '资源',
    empty: '没有匹配的资源。',
    none: '正在运行的服务器都没有提供资源。',
    templates: '模板',
  },
  busy: '模型还在回答，停止后才能发送新消息。',
  draftKept: '草稿已保留。',
  tooLong: (n) => `超出 ${count(n)} 个字符`,
};
