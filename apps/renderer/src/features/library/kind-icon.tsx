/** What kind of thing an entry is, as a sign; a resource by what it holds. */
import type { LibraryHit } from '@portolan/contract/library';
import { BracesIcon, FileImageIcon, FileJsonIcon, FileMusicIcon, FileTextIcon, FileIcon, MessageSquareTextIcon, WrenchIcon } from 'lucide-react';

const icons = { tool: WrenchIcon, prompt: MessageSquareTextIcon, template: BracesIcon, image: FileImageIcon, audio: FileMusicIcon, json: FileJsonIcon, text: FileTextIcon, other: FileIcon } as const;

export function KindIcon({ kind, mimeType = '', className = 'size-4' }: Pick<LibraryHit, 'kind' | 'mimeType'> & { className?: string }) {
  const Icon = icons[kind === 'resource' ? contentKind(mimeType.toLowerCase()) : kind];
  return <Icon className={`shrink-0 ${className}`} aria-hidden="true" />;
}

function contentKind(mimeType: string): 'image' | 'audio' | 'json' | 'text' | 'other' {
  if (mimeType.startsWith('image/')) return 'image';
  if (mimeType.startsWith('audio/')) return 'audio';
  if (/[/+]json\b/.test(mimeType)) return 'json';
  return mimeType.startsWith('text/') ? 'text' : 'other';
}
