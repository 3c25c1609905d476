import type { history as source } from '../en/history.ts';
import type { Widen } from '../widen.ts';
import { count } from './count.ts';

export const history: Widen<typeof source> = {
  title: '历史记录',
  search: '搜索全部对话',
  empty: '你的对话会列在这里。',
  noMatch: (query) => `没有找到与“${query}”相关的内容。`,
  found: (n) => `${count(n)} 条结果`,
  searching: '正在搜索…',
  messages: (n) => `${count(n)} 条消息`,
  today: '今天',
  yesterday: '昨天',
  lastWeek: '最近 7 天',
  lastMonth: '最近 30 天',
  older: '更早',
  pinned: '已置顶',
  archive: '归档',
  show: '显示',
  shown: { chats: '对话', archive: '归档', imported: '导入的' },
  importedEmpty: '没有从文件导入的对话。',
  archiveEmpty: '没有归档的对话。归档后对话不再出现在列表中，但仍可搜索到。',
  running: '正在回答',
};
