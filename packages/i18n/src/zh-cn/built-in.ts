import type { builtIn as source } from '../en/built-in.ts';
import type { Widen } from '../widen.ts';

export const builtIn: Widen<typeof source> = {
  tab: '内置',
  lead: '这些服务器随 Portolan 提供，启用之前一直关闭。每一个都是独立的程序；启动前由你审阅，只要这台电脑做得到，就会隔离运行。',
  badge: '内置',
  can: '能做什么',
  reaches: '能接触什么',
  turnOn: '启用',
  turnOnAgain: '再添加一个',
  turnedOn: (names: string) => `已在你的服务器中：${names}`,
  open: '查看',
  servers: {
    files: {
      name: '文件',
      can: '读取、搜索、写入、编辑和移动文件。',
      reaches: '只有你在下面选择的文件夹。不会跟随指向外部的链接。',
    },
    fetch: {
      name: '网页读取',
      can: '以纯文本阅读公开网页。',
      reaches: '公开的互联网，绝不会是你自己的网络或这台电脑。要求程序不要访问的网站不会被读取。',
    },
    memory: {
      name: '记忆',
      can: '在聊天之间保存笔记，并能再次找到。',
      reaches: '一个存放笔记的文件夹。',
    },
    time: {
      name: '时间',
      can: '告知任何地方的时间，并在时区之间换算。',
      reaches: '除时钟外一无所及。',
    },
    demo: {
      name: '演示',
      can: '展示服务器能做的一切：各种内容、提问、进度、会变化的东西。全是虚构的。',
      reaches: '什么也接触不到。',
    },
  },
  folders: '文件夹',
  foldersHint: '至少选择一个，以后可以更改。',
  foldersMissing: '请至少选择一个文件夹。',
  memoryFolder: '笔记文件夹',
  memoryHint: '如果不存在会自动创建。',
  zone: '你的时区',
};
