import type { ui as source } from '../en/ui.ts';
import type { Widen } from '../widen.ts';
import { count } from './count.ts';

export const ui: Widen<typeof source> = {
  close: '关闭',
  dismiss: '知道了',
  copy: '复制',
  copied: '已复制',
  copyFailed: '复制失败',
  increase: '增加',
  decrease: '减少',
  clear: '清除',
  notifications: '通知',
  optional: '选填',
  required: '必填',
  hiddenCharacters: (n) => `${count(n)} 个不可见字符`,
  moreCharacters: (n) => `还有 ${count(n)} 个字符`,
};
