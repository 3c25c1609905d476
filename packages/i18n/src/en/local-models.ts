import { plural } from './plural.ts';

/** Models that run on this computer. */
export const localModels = {
  look: 'Look for models on this computer',
  looking: 'Looking…',
  lookText: 'Asks Ollama, LM Studio, llama-server and Jan at their usual places on this computer. Nothing is asked before you press.',
  found: 'Found on this computer',
  none: 'No program that serves models answered on this computer.',
  noneText: 'Start Ollama, LM Studio, llama-server or Jan, or open a model file.',
  services: { ollama: 'Ollama', 'lm-studio': 'LM Studio', 'llama-server': 'llama-server', jan: 'Jan' },
  models: (count: number) => plural(count, { one: '# model', other: '# models' }),
  noModels: 'It has no model yet. Download one there first.',
  needsKey: 'It wants a key. Add it as a provider by its address, with the key.',
  add: 'Add',
  addOf: (service: string) => `Add ${service}`,
  update: 'Bring up to date',
  updateOf: (service: string) => `Bring ${service} up to date`,
  isAdded: 'Added',
  wasAdded: (service: string) => `${service} was added`,
  context: (tokens: string) => `reads ${tokens} tokens`,
  canTools: 'uses tools',
  cannotTools: 'no tools',
  canSee: 'sees pictures',
  canHear: 'hears sound',
  canReason: 'shows its reasoning',
};
