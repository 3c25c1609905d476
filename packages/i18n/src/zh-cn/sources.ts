import type { sources as source } from '../en/sources.ts';
import type { Widen } from '../widen.ts';
import { count } from './count.ts';

export const sources: Widen<typeof source> = {
  link: {
    tab: '来自链接',
    asks: (n) => (n === 1 ? '一个链接请求添加服务器' : `一个链接请求添加 ${count(n)} 个服务器`),
    lead: '任何人都能制作这样的链接。只添加你预期中的、来自你预期之处的内容。在你确认之前，不会添加或启动任何东西。',
    refused: '一个链接已被拒绝',
    look: '查看',
    more: (n) => `还有 ${count(n)} 个链接在等待`,
    none: '没有等待处理的链接',
    noneText: '打开 portolan:// 链接后，它要添加的内容会显示在这里。',
    add: (n) => `添加 ${count(n)} 个服务器`,
    dismiss: '什么都不添加',
    choose: (name) => `添加 ${name}`,
    isNew: '新的',
    same: '已存在且没有变化',
    taken: (name) => `已有名为“${name}”的服务器`,
    keepBoth: (name) => `两个都保留：把它添加为“${name}”`,
    replace: (name) => `替换“${name}”`,
    replaceText: (differences) => `变化：${differences}`,
    variables: '会读取你环境中的这些变量',
    now: '现有的内容',
  },
};
