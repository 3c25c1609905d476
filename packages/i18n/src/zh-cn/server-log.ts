import { has, text } from '../error-details.ts';
import type { ErrorDetails } from '../error-details.ts';
import type { serverLog as source } from '../en/server-log.ts';
import type { Widen } from '../widen.ts';
import { count } from './count.ts';

const number = (details: ErrorDetails, name: string): number => Number(text(details, name, '0'));
const word = (details: ErrorDetails, name: string): string => text(details, name, '?');
const reads: Record<string, string> = { ping: '应答信号', 'tools/list': '工具列表', 'resources/list': '资源列表', 'resources/templates/list': '模板列表', 'prompts/list': '提示词列表' };

export const serverLog: Widen<typeof source> = {
  starting: () => '正在启动',
  downloading: () => '在断开网络之前下载所需内容',
  'process-started': (d) => `进程 ${word(d, 'pid')} 已启动`,
  'process-exited': (d) => `进程已结束，退出码 ${word(d, 'exitCode')}`,
  'process-killed': (d) => `进程被 ${word(d, 'signal')} 终止`,
  'group-gone': (d) => `进程 ${word(d, 'pid')} 及其子进程已全部结束`,
  'group-stuck': (d) => `进程 ${word(d, 'pid')} 或其子进程无法结束`,
  ready: (d) => `就绪：${word(d, 'transport')}，协议 ${word(d, 'protocol')}`,
  'slow-start': (d) => `${count(number(d, 'seconds'))} 秒后仍未就绪，继续等待`,
  ended: (d) => `已中断：${word(d, 'problem')}`,
  retry: (d) => `${count(Math.max(1, Math.round(number(d, 'milliseconds') / 1000)))} 秒后重试`,
  stopped: () => '已停止',
  woke: () => '电脑刚从睡眠中恢复，或网络有变化：正在确认服务器是否仍有应答',
  ailing: (d) => `无法取得${reads[word(d, 'what')] ?? ` ${word(d, 'what')}`}：${word(d, 'problem')}${!has(d, 'message') ? '' : `，${word(d, 'message')}`}`,
  recovered: (d) => `已重新取得${reads[word(d, 'what')] ?? ` ${word(d, 'what')}`}`,
  'lines-left-out': (d) => `省略了 ${count(number(d, 'count'))} 行：服务器输出的速度超过了日志的容量`,
  elicitation: (d) => `${word(d, 'mode') === 'url' ? '请求打开网页' : '请求填写表单'}：${({ accept: '已回答', decline: '已拒绝', cancel: '已取消' } as Record<string, string>)[word(d, 'outcome')] ?? word(d, 'outcome')}`,
  sampling: (d) => `请求模型作答：${word(d, 'outcome') === 'accept' ? '已发送' : '已拒绝'}`,
  'asks-stopped': () => '已让它不再提问',
  remark: (d) => word(d, 'message'),
};
