/** What a model can do, in words; nothing of what nobody said. */
import type { ModelCapabilities } from '@portolan/contract/model-capabilities';
import { useFormat, useT } from '../../../lib/i18n.tsx';

export function CapabilityWords({ capabilities: { contextTokens, tools, vision, audio, reasoning } }: { capabilities: ModelCapabilities }) {
  const l = useT().localModels;
  const format = useFormat();
  const words = [
    ...(contextTokens === undefined ? [] : [l.context(format.number(contextTokens))]),
    ...(tools === undefined ? [] : [tools ? l.canTools : l.cannotTools]),
    ...(vision === true ? [l.canSee] : []),
    ...(audio === true ? [l.canHear] : []),
    ...(reasoning === true ? [l.canReason] : []),
  ];
  return words.length === 0 ? null : <span className="text-muted">{words.join(' · ')}</span>;
}
