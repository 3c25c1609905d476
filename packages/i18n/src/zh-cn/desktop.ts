import type { desktop as source } from '../en/desktop.ts';
import type { Widen } from '../widen.ts';
import { count } from './count.ts';

export const desktop: Widen<typeof source> = {
  cannotStart: 'Portolan 无法启动',
  inUse: (folder, pid) => `另一个 Portolan（进程 ${pid}）正在使用数据文件夹 ${folder}。请先关闭它，或用 PORTOLAN_DATA_DIR 指定另一个文件夹再启动。`,
  dangerousSwitch: (name) => `Portolan 不会带着 ${name} 启动：它会让其他程序控制本应用。`,
  tray: {
    open: '打开 Portolan',
    none: '没有等待处理的问题',
    questions: (n) => `${count(n)} 个问题等待你处理…`,
  },
  quitting: {
    title: (n) => `还有 ${count(n)} 个问题未处理`,
    text: '现在退出的话，它们请求的操作不会执行；你继续对话时会告知模型。',
    stay: '返回',
  },
  screenshot: {
    choose: '选择要截取的内容',
    screen: '整个屏幕',
    screenOf: (number) => `屏幕 ${number}`,
    window: '某个窗口',
    cancel: '取消',
    name: '截图',
  },
  menu: {
    file: '文件',
    edit: '编辑',
    view: '显示',
    window: '窗口',
    about: '关于 Portolan',
    hide: '隐藏 Portolan',
    hideOthers: '隐藏其他',
    showAll: '全部显示',
    quit: '退出 Portolan',
    close: '关闭窗口',
    undo: '撤销',
    redo: '重做',
    cut: '剪切',
    copy: '复制',
    paste: '粘贴',
    pastePlain: '粘贴为纯文本',
    selectAll: '全选',
    reload: '重新加载',
    zoomIn: '放大',
    zoomOut: '缩小',
    zoomReset: '实际大小',
    fullScreen: '全屏',
    devTools: '开发者工具',
    minimize: '最小化',
    bringToFront: '前置全部窗口',
  },
};
