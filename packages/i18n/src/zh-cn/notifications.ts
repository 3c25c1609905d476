import type { notifications as source } from '../en/notifications.ts';
import type { Widen } from '../widen.ts';
import { count } from './count.ts';

export const notifications: Widen<typeof source> = {
  title: '通知',
  tell: '有问题等待处理且 Portolan 不在前台时通知我',
  tellText: '通知只写明服务器和工具的名称。点击会回到这里；无法在通知中作答。',
  tellJobs: '长任务结束且 Portolan 不在前台时通知我',
  tellJobsText: '仅限耗时超过十秒的任务。通知只写明服务器和工具的名称，不包含结果。',
  refused: '你的浏览器不允许 Portolan 显示通知。可在浏览器的网站设置中允许。',
  missing: '此浏览器不显示通知。',
  call: (server, tool) => `${server} 请求使用 ${tool}`,
  ask: (server) => `${server} 向你提问`,
  result: (server, tool) => `${server} 已回答 ${tool}`,
  jobDone: (server, tool) => `${server} 已完成 ${tool}`,
  jobFailed: (server, tool) => `${server} 未能完成 ${tool}`,
  jobBody: '请在 Portolan 中查看结果。',
  aServer: '某个服务器',
  aTool: '某个工具',
  one: '请在 Portolan 中决定。',
  several: (n) => `Portolan 中有 ${count(n)} 个问题等待处理。`,
};
