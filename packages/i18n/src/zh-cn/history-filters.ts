import type { historyFilters as source } from '../en/history-filters.ts';
import type { Widen } from '../widen.ts';

export const historyFilters: Widen<typeof source> = {
  label: '筛选条件',
  add: '筛选',
  clear: '全部清除',
  remove: (filter: string) => `移除筛选条件“${filter}”`,
  chats: (count: number) => `${count} 个对话`,
  matchesOrMore: (count: number) => `最匹配的 ${count} 条结果，还有更多`,
  kinds: { projectId: '项目', server: '用过的服务器', model: '模型', hasAttachment: '有附件', place: '保存方式', from: '最后使用不早于', until: '最后使用早于' },
  noProject: '不属于项目',
  places: { pinned: '已置顶', archived: '已归档' },
  goneProject: '已不存在的项目',
  is: (kind: string, value: string) => `${kind}：${value}`,
  from: (date: string) => `${date} 起`,
  until: (date: string) => `${date} 之前`,
  when: '时间',
  periods: { today: '今天', week: '最近 7 天', month: '最近 30 天', year: '最近 12 个月' },
  fromDay: '从',
  untilDay: '到（含当天）',
  apply: '应用',
  hint: '也可以输入：in:项目  server:名称  model:名称  has:attachment  is:pinned  is:archived  after:2026-01-31  before:2026-02-28',
  nothing: '没有对话符合全部筛选条件。',
  nothingFor: (query: string) => `在这些筛选条件下未找到“${query}”。`,
  excluding: (filters: string) => `去掉以下任一筛选条件就会有结果：${filters}。`,
  without: (filter: string) => `不使用“${filter}”搜索`,
  noneOfThem: '去掉任何单个筛选条件也没有结果。',
};
