import type { scripts as source } from '../en/scripts.ts';
import type { Widen } from '../widen.ts';
import { count } from './count.ts';

export const scripts: Widen<typeof source> = {
  title: '脚本',
  code: '脚本内容',
  changedCode: '脚本内容（经你修改）',
  askedCode: '模型原来写的',
  calls: (n) => `${count(n)} 次调用`,
  callsOf: '脚本的调用',
  noCalls: '没有调用',
  refused: (n) => `${count(n)} 次被拒绝`,
  failed: (n) => `${count(n)} 次失败`,
  printed: '脚本的输出',
  printedNote: '模型只读到这些，读不到各次调用返回的其他内容。',
  unknownText: '脚本运行时 Portolan 被关闭了。每次调用各自注明是否已执行；脚本不会重新运行。',
  switchLabel: '允许模型编写脚本',
  switchText: '模型可以写一小段程序一次完成多次调用，而不必逐个请求。运行之前你会看到它，其中的每次调用仍像往常一样询问你。程序只能计算和调用工具，接触不到你的文件、网络和 Portolan 本身。',
  byProfile: (name) => `由方案“${name}”开启。`,
  profileText: '适用于选用此方案的每个对话。每个脚本运行前你都会看到，其中的每次调用仍照常询问你。关闭时，由每个对话自己的开关决定。',
  asks: '模型请求运行它写的脚本',
  change: '修改脚本',
  askNote: '脚本本身只能进行计算。它发出的每次调用都会按你的权限设置单独决定。',
};
