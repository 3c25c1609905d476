/** A provider as it is being typed. Pure: nothing here knows the screen. */
import type { InputOf } from '@portolan/contract/contract';
import type { ProviderKind, ProviderView } from '@portolan/contract/providers';

export interface ProviderDraft {
  kind: ProviderKind;
  name: string;
  baseUrl: string;
  /** Azure: the name of the resource, or a whole address. */
  resource: string;
  apiVersion: string;
  region: string;
  /** Only ever what was typed here; a stored key is not known to any window (C01). */
  key: string;
  /** Amazon: whether requests are signed with a pair of keys, or carry one key. */
  signsWith: 'keys' | 'api-key';
  accessKeyId: string;
  secretAccessKey: string;
  sessionToken: string;
  /** One a line. */
  models: string;
}

const empty: ProviderDraft = { kind: 'openai-compatible', name: '', baseUrl: '', resource: '', apiVersion: '', region: '', key: '', signsWith: 'keys', accessKeyId: '', secretAccessKey: '', sessionToken: '', models: '' };

export function draftOf(provider: ProviderView | undefined): ProviderDraft {
  if (!provider) return empty;
  // Those the address lists itself need not be typed.
  const added = provider.models.filter((each) => each.source === 'added').map((each) => each.id);
  const common = { ...empty, kind: provider.kind, name: provider.name, models: added.join('\n') };
  if (provider.kind === 'azure') return { ...common, resource: azureResource.exec(provider.baseUrl)?.[1] ?? provider.baseUrl, apiVersion: provider.apiVersion ?? '' };
  const region = bedrockAddress.exec(provider.baseUrl)?.[1];
  if (provider.kind === 'bedrock') return { ...common, region: region ?? provider.region ?? '', baseUrl: region === undefined ? provider.baseUrl : '' };
  return { ...common, baseUrl: provider.baseUrl };
}

const azureResource = /^https:\/\/([a-z0-9-]+)\.openai\.azure\.com\/?$/i;
const bedrockAddress = /^https:\/\/bedrock-runtime\.([a-z0-9-]+)\.amazonaws\.com(?:\.cn)?\/?$/i;

/** The address that is kept, made of what a person knows of it. */
export function baseUrlOf({ kind, baseUrl, resource, region }: ProviderDraft): string {
  const url = baseUrl.trim();
  if (kind === 'azure') return isName(resource) ? `https://${resource.trim().toLowerCase()}.openai.azure.com` : resource.trim();
  if (kind === 'bedrock' && url === '') return `https://bedrock-runtime.${region.trim()}.amazonaws.com${region.trim().startsWith('cn-') ? '.cn' : ''}`;
  return url;
}

const isName = (resource: string) => /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/i.test(resource.trim());

export function needsUrl(draft: ProviderDraft): boolean {
  return draft.kind === 'openai-compatible';
}

export function isUrlWrong(draft: ProviderDraft): boolean {
  const url = draft.baseUrl.trim();
  if (url === '') return needsUrl(draft);
  return !isAddress(url);
}

const isAddress = (url: string) => /^https?:\/\/[^/]/i.test(url) && URL.canParse(url);

export function isResourceWrong({ kind, resource }: ProviderDraft): boolean {
  return kind === 'azure' && !isName(resource) && !isAddress(resource.trim());
}

export function isVersionWrong({ kind, apiVersion }: ProviderDraft): boolean {
  return kind === 'azure' && apiVersion.trim() !== '' && !/^\d{4}-\d{2}-\d{2}(?:-preview)?$/.test(apiVersion.trim());
}

export function isRegionWrong({ kind, region }: ProviderDraft): boolean {
  return kind === 'bedrock' && !/^[a-z]{2}(?:-[a-z]+)+-\d{1,2}$/.test(region.trim());
}

/** One key of a pair without the other. */
export function isPairHalf(draft: ProviderDraft): boolean {
  return signs(draft) && (draft.accessKeyId.trim() === '') !== (draft.secretAccessKey.trim() === '');
}

export function lacksDeployment(draft: ProviderDraft): boolean {
  return draft.kind === 'azure' && modelsOf(draft).length === 0;
}

export function isWrong(draft: ProviderDraft, provider: ProviderView | undefined): boolean {
  const isAzure = draft.kind === 'azure';
  return (!isAzure && isUrlWrong(draft)) || isResourceWrong(draft) || isVersionWrong(draft) || isRegionWrong(draft) || isPairHalf(draft) || (provider === undefined && lacksDeployment(draft));
}

const signs = (draft: ProviderDraft) => draft.kind === 'bedrock' && draft.signsWith === 'keys';

export function modelsOf(draft: ProviderDraft): string[] {
  return [...new Set(draft.models.split('\n').map((each) => each.trim()).filter(Boolean))];
}

/** A key is bound to the address it was entered for; for another one it is dropped (A09). */
export function dropsKey(draft: ProviderDraft, provider: ProviderView | undefined): boolean {
  return provider !== undefined && provider.hasKey && draft.key === '' && draft.secretAccessKey === '' && originOf(baseUrlOf(draft)) !== originOf(provider.baseUrl);
}

function originOf(text: string): string {
  const url = text.trim();
  return URL.canParse(url) ? new URL(url).origin : url;
}

/** What has gone where it belongs is not kept in the window (C01). */
export function withoutSecrets(draft: ProviderDraft): ProviderDraft {
  return { ...draft, key: '', accessKeyId: '', secretAccessKey: '', sessionToken: '' };
}

export function saveInput(draft: ProviderDraft, provider: ProviderView | undefined, fallbackName: string): InputOf<'providers/save'> {
  const [version, region, token] = [draft.apiVersion.trim(), draft.region.trim(), draft.sessionToken.trim()];
  return {
    ...(provider ? { id: provider.id } : {}),
    kind: draft.kind,
    name: draft.name.trim() || fallbackName,
    baseUrl: baseUrlOf(draft),
    ...(draft.kind === 'azure' && version !== '' ? { apiVersion: version } : {}),
    ...(draft.kind === 'bedrock' ? { region } : {}),
    ...(draft.key === '' || signs(draft) ? {} : { key: draft.key.trim() }),
    ...(signs(draft) && draft.secretAccessKey !== '' ? { awsKeys: { accessKeyId: draft.accessKeyId.trim(), secretAccessKey: draft.secretAccessKey.trim(), ...(token === '' ? {} : { sessionToken: token }) } } : {}),
    models: modelsOf(draft),
  };
}
