import type { firstWords as source } from '../en/first-words.ts';
import type { Widen } from '../widen.ts';
import { count } from './count.ts';

export const firstWords: Widen<typeof source> = {
  activity: {
    title: '活动',
    open: '打开活动日志',
  },
  asks: {
    page: {
      title: '等待你处理',
    },
    announce: (server) => `${server} 向你提问，需要你回答。`,
    withdrawn: {
      'server-gone': (server) => `${server} 已断开连接，它的问题已撤销。`,
      'taken-back': (server) => `${server} 收回了它的问题。`,
      'call-over': (server) => `${server} 提问所属的调用已结束，问题已撤销。`,
      'stopped-asking': (server) => `已让 ${server} 不再提问。`,
      muted: (server) => `${server} 已静音，它的问题已撤销。`,
      done: (server) => `${server} 表示网页操作已完成。`,
    },
  },
  backups: {
    open: '备份或恢复全部内容',
  },
  chatImports: {
    title: '导入对话',
    open: '导入对话…',
  },
  configuration: {
    file: '配置文件',
  },
  interactions: {
    queue: (n) => `${count(n)} 项待决定`,
  },
  jobs: {
    title: '任务',
    open: '打开任务',
    running: (n) => `${count(n)} 个任务进行中`,
  },
  library: {
    title: '资料库',
    open: '打开资料库',
    kinds: { tool: '工具', prompt: '提示词', resource: '资源', template: '模板' },
  },
  otherApps: {
    import: {
      way: '从其他应用导入',
    },
    export: {
      title: '在其他应用中使用服务器',
      open: '用于其他应用…',
    },
  },
  projects: {
    title: '项目',
    add: '新建项目',
    open: (name: string) => `打开项目“${name}”`,
    chats: (name: string) => `“${name}”中的对话`,
    noChats: '还没有对话。',
    allChats: (n: number) => `还有 ${count(n)} 个对话`,
    newChat: '在此项目中新建对话',
    newChatIn: (name: string) => `在“${name}”中新建对话`,
    move: '移到项目…',
    delete: '删除项目',
    deleted: (name: string) => `已删除项目“${name}”。其中的对话仍在。`,
    moved: (chat: string, project: string) => `“${chat}”现在位于“${project}”`,
    movedOut: (chat: string) => `“${chat}”现在不属于任何项目`,
  },
  servers: {
    title: '服务器',
    add: '添加服务器',
    state: {
      stopped: '已停止',
      starting: '正在启动',
      ready: '就绪',
      degraded: '部分可用',
      backoff: '等待重试',
      failed: '失败',
      stopping: '正在停止',
      disabled: '已关闭',
      unreviewed: '待审核',
      needsSignIn: '需要登录',
      needsInput: '需要你输入',
    },
    form: {
      addTitle: '添加服务器',
    },
  },
  settings: {
    title: '设置',
  },
  trace: {
    title: '通信记录',
    open: '打开通信记录',
  },
  tools: {
    count: (n) => `${count(n)} 个工具`,
  },
};
