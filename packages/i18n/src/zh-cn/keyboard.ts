import type { keyboard as source } from '../en/keyboard.ts';
import type { Widen } from '../widen.ts';

export const keyboard: Widen<typeof source> = {
  title: '键盘快捷键',
  lead: '为常用操作设置按键。用于回答提问、输入和编辑的按键保持不变。',
  search: '搜索操作和按键',
  nothing: (query) => `没有与“${query}”匹配的操作或按键。`,
  changeOne: '更改',
  changeOf: (action) => `更改按键：${action}`,
  reset: '恢复默认',
  resetOf: (action) => `恢复默认按键：${action}`,
  resetAll: '全部恢复默认',
  allUsual: '所有按键均已恢复默认',
  noKey: '无按键',
  press: '请按下按键',
  pressFor: (action) => `请按下新的按键：${action}`,
  pressNote: '按 Backspace 取消按键，按 Esc 不作更改。',
  saved: (action, keys) => `${action}：现为 ${keys}`,
  none: (action) => `${action}：不再有按键`,
  taken: (keys, action) => `${keys} 已用于“${action}”。如果改用于此处，原操作将没有按键，直到您另行设置。`,
  takeOver: '改用于此处',
  another: '换其他按键',
  fixed: (keys) => `${keys} 用于回答提问或编辑文字，不能更改。请换其他按键。`,
  forWriting: (keys) => `${keys} 用于输入文字。请与 Ctrl、⌘ 或 Alt 一起按。`,
  keptByOthers: (keys) => `${keys} 由系统或浏览器占用。请换其他按键。`,
};
