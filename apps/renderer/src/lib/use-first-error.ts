/** Leads to what has to be corrected: the first field of a form that is marked as wrong, once its errors are drawn. */
import { useEffect, useState } from 'react';
import type { RefObject } from 'react';

/** Call the returned function when a try to send has failed on what was filled in. */
export function useFirstError(form: RefObject<HTMLElement | null>): () => void {
  const [tries, setTries] = useState(0);
  useEffect(() => {
    if (tries > 0) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [tries, form]);
  return () => setTries((count) => count + 1);
}
