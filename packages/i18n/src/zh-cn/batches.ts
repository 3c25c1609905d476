import type { batches as source } from '../en/batches.ts';
import type { Widen } from '../widen.ts';
import { count } from './count.ts';

export const batches: Widen<typeof source> = {
  wants: (n) => `请求在本次对话中进行 ${count(n)} 次调用`,
  denyAll: (n) => `全部拒绝（${count(n)}）`,
  allowAll: (n) => `允许这 ${count(n)} 个各一次`,
  seen: (seen, n) => `已查看 ${count(seen)} / ${count(n)}`,
  allSeen: '已全部查看',
  seeEach: '请逐个看到末尾，才能一起允许',
  mute: '静音',
  together: '一起显示',
};
