import type { interactions as source } from '../en/interactions.ts';
import type { Widen } from '../widen.ts';
import { count } from './count.ts';

export const interactions: Widen<typeof source> = {
  queue: (n) => `${count(n)} 项待决定`,
  more: (n) => `还有 ${count(n)} 项`,
  approval: {
    title: (server, tool) => `${server} 请求运行 ${tool}`,
    wants: '请求运行',
    realName: '工具名',
    arguments: (n) => `${count(n)} 个参数`,
    noArguments: '没有参数',
    raw: '以 JSON 显示',
    allowOnce: '仅允许一次',
    allowChat: '本次对话内允许',
    allowAlways: '始终允许此工具',
    allowAlwaysHint: '直到其定义发生变化；可随时在设置中收回。',
    moreChoices: '更多允许方式',
    deny: '拒绝',
    denyReason: '告诉模型的理由（选填）',
    denyWithReason: '说明理由并拒绝',
    sending: '正在提交你的决定…',
    readFirst: '请看完全部内容再允许',
    settled: '这个请求已经处理过了。',
    stale: '你查看期间请求发生了变化，未执行任何操作，请重新确认。',
    flags: {
      'claims-destructive': '服务器声明此操作可能删除或覆盖数据。',
      'claims-open-world': '服务器声明此操作会访问外部。',
      'hidden-characters': '参数中含有不可见字符。',
      'long-arguments': '参数较长，请全部看完。',
      'look-alike': '此工具或服务器的名称与另一个很像，请确认是哪一个。',
      'definition-changed': '该工具自你上次允许后已发生变化。',
    },
    claimed: '服务器自称，未经核实',
  },
  rules: {
    title: '已授予的权限',
    empty: '没有预先允许的操作，每次工具调用都会询问你。',
    scopeChat: '仅某次对话',
    scopeAlways: '始终',
    stale: '已失效：工具发生了变化',
    revoke: '收回',
    revoked: (tool) => `之后调用 ${tool} 将重新询问`,
    revokeAll: '全部收回',
    since: (date) => `始于 ${date}`,
  },
};
