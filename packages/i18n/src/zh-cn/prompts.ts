import type { prompts as source } from '../en/prompts.ts';
import type { Widen } from '../widen.ts';
import { count } from './count.ts';

export const prompts: Widen<typeof source> = {
  title: '提示词',
  count: (n) => `${count(n)} 个提示词`,
  empty: '此服务器没有提供提示词。',
  filter: '筛选提示词',
  noMatch: '没有匹配的提示词。',
  select: '选择一个提示词来查看其消息。',
  notReady: '服务器未运行，启动后才能使用其提示词。',
  arguments: '参数',
  noArguments: '此提示词不需要参数。',
  preview: '预览消息',
  loading: '正在向服务器获取…',
  messages: (n) => `${count(n)} 条消息`,
  noMessages: '服务器没有返回消息。',
  take: (number, role) => `第 ${number} 条消息（${role}）`,
  edit: '修改',
  editMessage: (number) => `修改第 ${number} 条消息`,
  messageText: (number) => `第 ${number} 条消息的内容`,
  nothingKept: '所有消息都已去除。',
  insert: '添加到对话',
  insertNew: '用它新建对话',
  role: { user: '你', assistant: '助手' },
  loadingSuggestions: '正在向服务器查询可选值…',
};
