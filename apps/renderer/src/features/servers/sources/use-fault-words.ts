/** What is wrong with an answer, in words. */
import type { BundleFault } from '@portolan/contract/bundles';
import { useT } from '../../../lib/i18n.tsx';

export function useFaultWords(): (reason: BundleFault['reason'] | 'not-a-choice') => string {
  const { faults } = useT().sources;
  return (reason) => faults[reason];
}
