import { chat } from './chat.ts';
import type { activity as source } from '../en/activity.ts';
import { detailTexts, has, list, text } from '../error-details.ts';
import type { ErrorDetails } from '../error-details.ts';
import type { Widen } from '../widen.ts';
import { count } from './count.ts';
import { firstWords } from './first-words.ts';

type D = ErrorDetails;

const actors: Record<string, string> = {
  person: '你',
  cli: '你在命令行中',
  import: '你通过导入',
  file: '对配置文件的编辑',
  rule: '一条长期权限',
  model: '模型',
  app: '工具的应用',
  server: '服务器',
  host: '应用自动',
};
const who = (d: D): string => actors[text(d, 'by', 'host')] ?? '应用自动';
const server = (d: D): string => `“${text(d, 'server', '某个服务器')}”`;
const tool = (d: D): string => `“${ownTools[text(d, 'tool', '')] ?? text(d, 'tool', '某个工具')}”`;
const ownTools: Readonly<Record<string, string>> = chat.ownTools;
/** What a standing permission is about. */
const target = (d: D): string => `${has(d, 'server') ? server(d) : '所有服务器'}的${has(d, 'tool') ? tool(d) : '所有工具'}`;
const named = (d: D, key: string): string => list(d, key).map((name) => `“${name}”`).join('、');
const number = (d: D): string => count(Number(text(d, 'count', '0')));
const is = (d: D, key: string, value: string): boolean => text(d, key, '') === value;
const choose = (d: D, key: string, texts: Record<string, string>): string => texts[text(d, key, '')] ?? '';

/** 未展示就被拒绝的原因。 */
const refusals: Record<string, string> = {
  stopped: '你已让它停止提问',
  mute: '该服务器已静音',
  off: '它无权提出此类请求',
  'too-many': '该服务器提问过于频繁',
  'denied-before': '你此前拒绝过同样的请求',
  budget: '它的预算已用完',
  unusable: '请求的内容无法向你显示',
  address: '该地址不允许打开',
};
const refused = (d: D): string => `被 Portolan 拒绝：${refusals[text(d, 'reason', '')] ?? refusals['unusable'] ?? ''}`;

export const activity: Widen<typeof source> = {
  title: firstWords.activity.title,
  open: firstWords.activity.open,
  lead: '做了哪些决定、发生了什么、由谁、在何时。只保存在本机，不含机密，写下后不再改动。',
  list: '发生的事，最新的在前',
  keys: '方向键移动，Enter 显示或隐藏详情，Home 到最新一条，End 到最早一条。',
  search: '搜索',
  kind: '种类',
  allKinds: '全部',
  kinds: {
    servers: '启动、停止与崩溃',
    trust: '信任与工具变更',
    approvals: '批准与权限',
    calls: '工具调用',
    asks: '表单、模型与文件夹',
    configuration: '配置更改',
    secrets: '机密与登录',
    links: '链接与下载',
    app: '应用本身',
  },
  server: '服务器',
  allServers: '全部服务器',
  chat: '对话',
  allChats: '全部对话',
  thisChat: '已不存在的对话',
  time: '时间',
  times: { all: '任何时间', hour: '最近一小时', day: '最近 24 小时', week: '最近 7 天', month: '最近 30 天' },
  reset: '显示全部',
  empty: '还没有发生任何事',
  emptyText: '服务器的启动、你的决定、工具调用和配置更改都会记在这里。',
  noMatch: '没有符合的条目。',
  count: (total) => `${count(total)} 条`,
  fresh: (total) => `显示 ${count(total)} 条新条目`,
  loading: '正在加载',
  export: '导出',
  exportJson: '当前显示的，JSON 格式',
  exportCsv: '当前显示的，表格（CSV）',
  exportNote: '不含 Portolan 已知的机密。交给他人之前请先查看。',
  exported: (name) => `已保存为 ${name}`,
  more: '保留多少',
  keepDays: (days) => `保留 ${count(days)} 天`,
  keepEntries: (entries) => `最多 ${count(entries)} 条`,
  details: '详情',
  showDetails: (sentence) => `详情：${sentence}`,
  inChat: '在对话中查看',
  inTrace: '在通信记录中查看',
  toServer: '打开服务器',
  facts: { time: '时间', by: '由谁', server: '服务器', chat: '对话', event: '事件', number: '编号', call: '调用' },
  by: {
    person: '你',
    cli: '你，通过命令行',
    import: '你，通过导入',
    file: '对配置文件的编辑',
    rule: '一条长期权限',
    model: '模型',
    app: '工具的应用',
    server: '服务器',
    host: '应用自动',
  },
  detailNames: {
    tool: '工具',
    tools: '工具',
    fields: '字段',
    names: '名称',
    host: '主机',
    model: '模型',
    tokens: '词元数',
    added: '新增',
    removed: '移除',
    provider: '提供商',
    name: '名称',
    address: '地址',
    scope: '范围',
    note: '你给的理由',
    detail: '技术细节',
    durationMs: '用时',
    problem: '原因',
    count: '数量',
    version: '版本',
  },
  serverFields: {
    name: '名称',
    command: '命令',
    arguments: '参数',
    variables: '环境变量',
    'working-folder': '工作文件夹',
    address: '地址',
    headers: '标头',
    transport: '传输方式',
    enabled: '开关',
    tools: '启用的工具',
    prompts: '启用的提示词',
    resources: '启用的资源',
    inputs: '问题与回答',
    containment: '可以访问的范围',
    startup: '何时启动',
    limits: '限制',
    elicitation: '是否可以向你提问',
    sampling: '是否可以使用模型',
    'sampling-budget': '模型预算',
    roots: '文件夹',
    review: '审查',
    profile: '没有其他权限规定时可以做什么',
    results: '结果是否先给你看',
    other: '其他设置',
  },
  settingFields: {
    theme: '配色',
    locale: '语言',
    isOnboarded: '初次使用',
    registryUrl: '注册表地址',
    network: '网络',
    notifications: '通知',
    questionsPerMinute: '同一服务器每分钟的提问次数',
    modelSilenceSeconds: '等待无响应模型的时间',
    activityDays: '本日志保留多久',
    activityEntries: '本日志保留多少',
  },
  events: detailTexts({
    'server-starting': (d) =>
      is(d, 'cause', 'launch') ? `${server(d)}随应用一起启动。` : is(d, 'cause', 'use') ? `${server(d)}因被用到而启动。` : is(d, 'cause', 'retry') ? `${server(d)}重新启动。` : is(d, 'cause', 'trial') ? `${who(d)}试运行了${server(d)}。` : `${who(d)}启动了${server(d)}。`,
    'server-ready': (d) => `${server(d)}已就绪。`,
    'server-ended': (d) => `${server(d)}${has(d, 'isCrash') ? '崩溃了' : '出错了'}${has(d, 'willRetry') ? '，将重新启动' : ''}。`,
    'server-stopped': (d) => `${who(d)}停止了${server(d)}。`,
    'launch-reviewed': (d) => `${who(d)}允许${server(d)}按现有设置运行。`,
    'definitions-changed': (d) => `${server(d)}更改了工具，在你查看之前已暂停：${named(d, 'tools')}。`,
    'definitions-accepted': (d) => `${who(d)}接受了${server(d)}更改后的工具：${named(d, 'tools')}。`,
    'definitions-kept-off': (d) => `${who(d)}让${server(d)}更改后的工具保持停用：${named(d, 'tools')}。`,
    'definitions-acknowledged': (d) => `${who(d)}查看了${server(d)}的变化。`,
    'approval-asked': (d) => `模型请求调用${server(d)}的${tool(d)}。`,
    'approval-decided': (d) => {
      if (is(d, 'decision', 'withdrawn')) return `关于${server(d)}的${tool(d)}的询问已撤回，无人决定。`;
      if (is(d, 'reason', 'unattended')) return `Portolan 拒绝了${server(d)}的${tool(d)}：当时无人可询问。`;
      if (is(d, 'reason', 'mute')) return `Portolan 拒绝了${server(d)}的${tool(d)}：该服务器已静音。`;
      if (is(d, 'reason', 'storm-limit')) return `Portolan 拒绝了${server(d)}的${tool(d)}：该服务器提问过于频繁。`;
      if (is(d, 'decision', 'deny')) return `${who(d)}拒绝了${server(d)}的${tool(d)}。`;
      return `${who(d)}允许了${server(d)}的${tool(d)}${choose(d, 'scope', { once: '，仅此一次', chat: '，在此对话中', always: '，始终有效' })}${has(d, 'isChanged') ? '，参数已修改' : ''}。`;
    },
    'server-muted': (d) => `${who(d)}${has(d, 'isMuted') ? '静音了' : '取消了静音：'}${server(d)}${is(d, 'scope', 'chat') ? '（限一个对话）' : ''}。`,
    'call-intended': (d) => `${choose(d, 'by', { person: '你手动', cli: '你在命令行中' })}${has(d, 'script') ? '脚本' : ''}正在调用${server(d)}的${tool(d)}。`,
    'call-ended': (d) => `${server(d)}的${tool(d)}${choose(d, 'outcome', { done: '已返回结果', failed: '失败', cancelled: '已取消', unknown: '在应用结束时仍在进行，结果未知' })}。`,
    'script-ended': (d) => `模型的脚本${choose(d, 'outcome', { done: '已结束', failed: '失败', cancelled: '被停止' })}，共 ${text(d, 'calls', '0')} 次调用。`,
    'result-reviewed': (d) => (is(d, 'action', 'withdrawn') ? `${server(d)}的${tool(d)}的结果等待查看，无人查看。` : `${who(d)}查看了${server(d)}的${tool(d)}的结果，${choose(d, 'action', { send: '让模型读取', edit: '修改了模型读到的内容', withhold: '未交给模型' })}。`),
    elicitation: (d) => {
      const asked = is(d, 'mode', 'url') ? `请你打开一个网页${has(d, 'host') ? `（${text(d, 'host', '')}）` : ''}` : '请你填写一份表单';
      if (has(d, 'reason')) return `${server(d)}${asked}，${refused(d)}。`;
      const end = is(d, 'action', 'accept') ? (is(d, 'mode', 'url') ? '你打开了' : '你已提交') : is(d, 'action', 'decline') ? (is(d, 'by', 'host') ? '已代你拒绝' : '你拒绝了') : is(d, 'by', 'host') ? '已取消' : '你取消了';
      return `${server(d)}${asked}，${end}。`;
    },
    sampling: (d) => `${server(d)}请求模型作答，${has(d, 'reason') ? refused(d) : choose(d, 'outcome', { sent: '已得到回答', denied: '你拒绝了', refused: '被拒绝', gone: '已无人等待' })}。`,
    'roots-refused': (d) => `${server(d)}询问可用的文件夹，被 Portolan 拒绝：未向它告知任何文件夹。`,
    'roots-changed': (d) => `${who(d)}更改了告知${server(d)}的文件夹。`,
    'server-added': (d) => `${who(d)}添加了${server(d)}。`,
    'server-removed': (d) => `${who(d)}移除了${server(d)}。`,
    'server-changed': (d) => `${who(d)}更改了${server(d)}：${list(d, 'fields').join('、')}。`,
    'server-enabled': (d) => `${who(d)}${has(d, 'isEnabled') ? '启用' : '停用'}了${server(d)}。`,
    'settings-changed': (d) => `${who(d)}更改了设置：${list(d, 'fields').join('、')}。`,
    'provider-changed': (d) => `${who(d)}${choose(d, 'change', { added: '添加', changed: '更改', removed: '移除' })}了提供商“${text(d, 'provider', '?')}”。`,
    'default-model-changed': (d) => (has(d, 'model') ? `${who(d)}选择“${text(d, 'model', '')}”作为常用模型。` : `${who(d)}取消了常用模型。`),
    'permission-added': (d) => {
      const what = `${target(d)}${has(d, 'isNarrow') ? '（限特定参数）' : ''}${is(d, 'scope', 'chat') ? '（限一个对话）' : ''}`;
      return is(d, 'effect', 'never') ? `${who(d)}从此禁止${what}。` : is(d, 'effect', 'ask') ? `${who(d)}选择每次都询问${what}。` : `${who(d)}从此允许${what}。`;
    },
    'permission-revoked': (d) => `${who(d)}收回了${target(d)}的长期${is(d, 'effect', 'allow') ? '权限' : '规则'}。`,
    'secret-stored': (d) => `保存了一项机密：“${text(d, 'name', '?')}”${choose(d, 'of', { server: `，属于${server(d)}`, provider: '，提供商的密钥', 'sign-in': `，${server(d)}的登录`, other: '' })}。`,
    'secret-removed': (d) => `移除了一项机密：“${text(d, 'name', '?')}”${choose(d, 'of', { server: `，属于${server(d)}`, provider: '，提供商的密钥', 'sign-in': `，${server(d)}的登录`, other: '' })}。`,
    'signed-in': (d) => `你登录了${server(d)}${has(d, 'host') ? `（${text(d, 'host', '')}）` : ''}。`,
    'signed-out': (d) => `${who(d)}退出了${server(d)}的登录。`,
    'link-opened': (d) => `打开了一个链接：${text(d, 'address', '?')}`,
    'image-loaded': (d) => `请求了一张图片：${text(d, 'address', '?')}`,
    'install-link-received': (d) => (has(d, 'isUsable') ? '一个链接请求添加服务器。' : '一个请求添加服务器的链接被拒绝。'),
    downloaded: (d) => `下载了${is(d, 'what', 'bundle') ? '一个捆绑包' : '一个软件包'}：“${text(d, 'name', '?')}”${has(d, 'host') ? `，来自 ${text(d, 'host', '')}` : ''}。`,
    'host-started': (d) => `应用已启动，版本 ${text(d, 'version', '?')}。`,
    'host-stopped': () => '应用已结束。',
    'log-trimmed': (d) => `最早的 ${number(d)} 条已移除，${is(d, 'reason', 'age') ? '因为时间已久' : '以保持在保留数量之内'}。`,
    'log-left-out': (d) => `${server(d)}一分钟内动作太多，有 ${number(d)} 条只计了数。`,
    'log-exported': (d) => `${who(d)}导出了活动日志，共 ${number(d)} 条。`,
  }),
};
