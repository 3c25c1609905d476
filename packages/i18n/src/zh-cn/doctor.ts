import type { doctor as source } from '../en/doctor.ts';
import { has, list, text } from '../error-details.ts';
import type { ErrorDetails } from '../error-details.ts';
import type { Widen } from '../widen.ts';
import { count } from './count.ts';

const names: Record<string, string> = { node: 'Node.js', python: 'Python', uv: 'uv', docker: 'Docker', git: 'Git', bun: 'Bun', deno: 'Deno' };
const runtime = (d: ErrorDetails): string => names[text(d, 'runtime', '')] ?? text(d, 'runtime', '运行环境');
const server = (d: ErrorDetails): string => text(d, 'server', '服务器');
const folders = (d: ErrorDetails): string => list(d, 'folders').join('、');
const megabytes = (d: ErrorDetails): string => `${count(Math.round(Number(text(d, 'free', '0')) / 1_000_000))} MB`;

export const doctor: Widen<typeof source> = {
  title: '检查这台电脑',
  lead: '检查运行服务器所需的条件。不会更改任何内容，也不会连接已关闭的服务器。',
  run: '开始检查',
  again: '重新检查',
  running: '正在检查…',
  findOut: '查找原因',
  forServer: (name) => `${name} 遇到了什么问题`,
  allWell: '没有发现问题。',
  summary: (errors, warnings) => [errors > 0 ? `${count(errors)} 项需要处理` : '', warnings > 0 ? `${count(warnings)} 项值得留意` : ''].filter(Boolean).join('，'),
  showWell: (n) => `显示 ${count(n)} 项正常的结果`,
  levels: { ok: '正常', info: '供参考', warn: '值得留意', error: '需要处理' },
  areas: { runtimes: '运行服务器的程序', environment: '查找程序的位置', network: '网络', storage: '存储', secrets: '密钥与令牌', servers: '服务器' },
  fixes: {
    copyCommand: '复制',
    command: '在终端中运行：',
    openPage: (host) => `安装方法（${host}）`,
    preferFolder: (version) => `使用版本 ${version}`,
    usedFolder: (folder) => `今后会先在 ${folder} 中查找程序。`,
    startServer: '启动它',
    openServer: '打开其页面',
    forgetFolder: '不再优先查找该目录',
  },
  codes: {
    'runtime-found': (d) => `${runtime(d)} ${text(d, 'version', '')}：${text(d, 'file', '')}`,
    'runtime-missing': (d) => `没有找到 ${runtime(d)}。已搜索：${folders(d) || '无'}。`,
    'runtime-old': (d) => `${runtime(d)} ${text(d, 'version', '?')}（${text(d, 'file', '?')}）版本过旧，如今的服务器需要 ${text(d, 'needs', '?')} 或更新的版本。`,
    'runtime-broken': (d) => `${runtime(d)} 位于 ${text(d, 'file', '?')}，但无法运行：${text(d, 'message', '?')}`,
    'runtime-ours': (d) => `没有安装 ${runtime(d)}。需要它的服务器会使用 Portolan 自带的 ${text(d, 'version', '')}。`,
    'runtime-not-running': (d) => `${runtime(d)} ${text(d, 'version', '')} 已安装但没有运行：${text(d, 'message', '?')}`,
    'shell-read': (d) => `登录 Shell（${text(d, 'shell', '?')}）在 ${text(d, 'seconds', '?')} 秒内提供了 PATH。`,
    'shell-silent': (d) => `登录 Shell（${text(d, 'shell', '?')}）在 ${text(d, 'seconds', '?')} 秒内没有提供 PATH。等待输入或显示菜单的启动脚本会造成这种情况。`,
    'path-complete': (d) => `查找程序的目录：${folders(d)}。`,
    'path-bare': (d) => `Portolan 从桌面启动，PATH 较短。还会搜索 Shell 的 PATH 和常用目录：${folders(d)}。`,
    'folder-preferred': (d) => `你选择了先在 ${text(d, 'folder', '?')} 中查找程序。`,
    'folder-preferred-gone': (d) => `你选择了先在 ${text(d, 'folder', '?')} 中查找程序，但该目录已不存在。`,
    'proxy-none': () => '没有设置代理，直接连接网络。',
    'proxy-used': (d) => `已通过 ${list(d, 'names').join('、')} 设置代理，服务器也会使用。`,
    'proxy-with-password': (d) => `${list(d, 'names').join('、')} 中的代理含有密码。Portolan 会使用它，但不会交给服务器；如某个服务器需要，请写入它的环境变量。`,
    'proxy-invalid': (d) => `${list(d, 'names').join('、')} 的值不是可识别的代理地址。`,
    'certificates-system': (d) => `信任 ${text(d, 'count', '?')} 个证书颁发机构，包括这台电脑所信任的。`,
    'certificates-extra': (d) => `${text(d, 'name', '?')} 增加了 ${text(d, 'file', '?')} 中的证书颁发机构。`,
    'certificates-unreadable': (d) => `${text(d, 'name', '?')} 指向的 ${text(d, 'file', '?')} 无法作为证书读取（${text(d, 'message', '?')}）。`,
    'loopback-open': () => '本机程序可以通过 127.0.0.1 互相连接，登录服务器需要这一点。',
    'loopback-closed': (d) => `无法监听 127.0.0.1（${text(d, 'message', '?')}）。登录服务器需要它，可能被防火墙或安全软件阻止。`,
    'data-folder-good': (d) => `所有数据保存在 ${text(d, 'folder', '?')}，剩余空间 ${megabytes(d)}。`,
    'data-folder-open-to-others': (d) => `这台电脑的其他用户可以读取 ${text(d, 'folder', '?')}。`,
    'data-folder-not-writable': (d) => `无法写入 ${text(d, 'folder', '?')}（${text(d, 'reason', '?')}）。`,
    'disk-low': (d) => `${text(d, 'folder', '?')} 所在的磁盘只剩 ${megabytes(d)}。`,
    'config-good': (d) => `配置文件 ${text(d, 'file', '?')} 正常。`,
    'config-broken': (d) => `配置文件 ${text(d, 'file', '?')} 第 ${text(d, 'line', '?')} 行有错误。`,
    'config-not-writable': (d) => `配置文件 ${text(d, 'file', '?')} 无法写入。`,
    'database-good': () => '对话数据库正常。',
    'database-read-only': (d) => `数据库 ${text(d, 'file', '?')} 目前只能读取。`,
    'database-damaged': (d) => `数据库 ${text(d, 'file', '?')} 已损坏，下次启动时会从最近的副本恢复。`,
    'secrets-keyring': () => '密钥由系统密钥环保护。',
    'secrets-passphrase': () => '密钥保存在只有你的口令才能打开的加密文件中。',
    'secrets-file': (d) => `密钥保存在加密文件 ${text(d, 'name', '?')} 中。能读取你所有文件的人也能读取它们。`,
    'secrets-memory': () => '密钥不会保存，Portolan 停止后即消失。',
    'secrets-unavailable': () => '目前无法读取密钥。请在“设置 › 机密”中查看原因和处理方法。',
    'server-answers': (d) => `${server(d)} 有应答，用时 ${text(d, 'milliseconds', '?')} 毫秒。`,
    'server-launch-good': (d) => `${server(d)} 要运行或连接的目标已找到：${text(d, 'file', '?')}`,
    'server-launch-bad': (d) => `${server(d)} 无法启动。`,
    'server-failing': (d) => `${server(d)} 无法正常工作。`,
    'server-waits': (d) => `${server(d)} 没有在运行。`,
    'server-not-reviewed': (d) => `${server(d)} 等待你审核。`,
    'server-off': (d) => `${server(d)} 已关闭。`,
    'servers-none': () => '还没有添加服务器。',
    'check-failed': (d) => `有一项检查没有完成（${text(d, 'check', '?')}）${has(d, 'message') ? `：${text(d, 'message', '')}` : ''}。`,
  },
};
