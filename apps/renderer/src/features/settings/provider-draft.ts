/** A provider as it is being typed. Pure: nothing here knows the screen. */
import type { InputOf } from '@portolan/contract/contract';
import type { ProviderKind, ProviderView } from '@portolan/contract/providers';

export interface ProviderDraft {
  kind: ProviderKind;
  name: string;
  baseUrl: string;
  /** Only ever what was typed here; a stored key is not known to any window (C01). */
  key: string;
  /** One a line. */
  models: string;
}

export function draftOf(provider: ProviderView | undefined): ProviderDraft {
  if (!provider) return { kind: 'openai-compatible', name: '', baseUrl: '', key: '', models: '' };
  // Those the address lists itself need not be typed.
  const added = provider.models.filter((each) => each.source === 'added').map((each) => each.id);
  return { kind: provider.kind, name: provider.name, baseUrl: provider.baseUrl, key: '', models: added.join('\n') };
}

export function needsUrl(draft: ProviderDraft): boolean {
  return draft.kind === 'openai-compatible';
}

export function isUrlWrong(draft: ProviderDraft): boolean {
  const url = draft.baseUrl.trim();
  if (url === '') return needsUrl(draft);
  return !/^https?:\/\/[^/]/i.test(url) || !URL.canParse(url);
}

export function modelsOf(draft: ProviderDraft): string[] {
  return [...new Set(draft.models.split('\n').map((each) => each.trim()).filter(Boolean))];
}

/** A key is bound to the address it was entered for; for another one it is dropped (A09). */
export function dropsKey(draft: ProviderDraft, provider: ProviderView | undefined): boolean {
  return provider !== undefined && provider.hasKey && draft.key === '' && originOf(draft.baseUrl) !== originOf(provider.baseUrl);
}

function originOf(text: string): string {
  const url = text.trim();
  return URL.canParse(url) ? new URL(url).origin : url;
}

export function saveInput(draft: ProviderDraft, provider: ProviderView | undefined, fallbackName: string): InputOf<'providers/save'> {
  return {
    ...(provider ? { id: provider.id } : {}),
    kind: draft.kind,
    name: draft.name.trim() || fallbackName,
    baseUrl: draft.baseUrl.trim(),
    ...(draft.key === '' ? {} : { key: draft.key.trim() }),
    models: modelsOf(draft),
  };
}
