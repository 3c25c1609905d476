/** What a bundle says of itself, for a window: texts as they are, links only to pages. */
import type { BundleFacts } from '@portolan/contract/bundles';
import type { Manifest } from './manifest.ts';

export function factsOf(manifest: Manifest, os: NodeJS.Platform): BundleFacts {
  const platforms = manifest.compatibility?.platforms ?? [];
  const { author } = manifest;
  const links: [BundleFacts['links'][number]['kind'], string | undefined][] = [
    ['homepage', manifest.homepage],
    ['documentation', manifest.documentation],
    ['support', manifest.support],
    ['repository', manifest.repository?.url],
    ...(manifest.privacy_policies ?? []).map((url): ['privacy', string] => ['privacy', url]),
  ];
  return {
    name: manifest.name,
    ...(manifest.display_name === undefined ? {} : { displayName: manifest.display_name }),
    version: manifest.version,
    description: manifest.description,
    ...(manifest.long_description === undefined ? {} : { longDescription: manifest.long_description }),
    author: { name: author.name, ...(author.email === undefined ? {} : { email: author.email }), ...(author.url === undefined ? {} : { url: author.url }) },
    ...(manifest.license === undefined ? {} : { license: manifest.license }),
    links: links.flatMap(([kind, url]) => (url !== undefined && isPage(url) ? [{ kind, url }] : [])),
    tools: manifest.tools ?? [],
    hasMoreTools: manifest.tools_generated ?? false,
    prompts: manifest.prompts ?? [],
    hasMorePrompts: manifest.prompts_generated ?? false,
    serverType: manifest.server.type,
    platforms,
    isPlatformSupported: platforms.length === 0 || platforms.includes(os),
    runtimes: Object.entries(manifest.compatibility?.runtimes ?? {}).map(([name, range]) => ({ name, range })),
  };
}

/** `javascript:` and the like are no links; what remains still goes through the door for links when it is opened. */
function isPage(url: string): boolean {
  return URL.canParse(url) && /^https?:$/.test(new URL(url).protocol);
}
