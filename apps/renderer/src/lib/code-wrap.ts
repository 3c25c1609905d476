/** Whether long lines of code are wrapped, in every chat of this window and the next time. */
import { create } from 'zustand';

const key = 'portolan.code.wrap';

interface CodeWrap {
  wraps: boolean;
  set: (wraps: boolean) => void;
}

function last(): boolean {
  try {
    return localStorage.getItem(key) === 'yes';
  } catch {
    return false;
  }
}

export const useCodeWrap = create<CodeWrap>()((change) => ({
  wraps: last(),
  set: (wraps) => {
    change({ wraps });
    try {
      localStorage.setItem(key, wraps ? 'yes' : 'no');
    } catch {
      // Then it is as usual the next time.
    }
  },
}));
