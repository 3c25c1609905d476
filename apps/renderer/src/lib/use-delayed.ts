/** For states that are only worth showing when they last. */
import { useEffect, useState } from 'react';

/** True once `isOn` has been true for `ms` without a break; false as soon as it is not. */
export function useDelayed(isOn: boolean, ms: number): boolean {
  const [isDue, setIsDue] = useState(false);
  useEffect(() => {
    if (!isOn) return undefined;
    const timer = setTimeout(() => setIsDue(true), ms);
    return () => {
      clearTimeout(timer);
      setIsDue(false);
    };
  }, [isOn, ms]);
  return isOn && isDue;
}
