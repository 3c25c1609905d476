/** The icon of a server, or of one thing it offers: its own where it has one that may be shown, letters otherwise (P20). */
import type { IconOwner } from '@portolan/contract/icons';
import type { ServerId } from '@portolan/contract/ids';
import type { ServerView } from '@portolan/contract/servers';
import { ServerIcon } from '@portolan/ui/server-icon';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useHost } from '../host/host-context.tsx';
import { useServers, useSettings } from '../host/queries.ts';
import { toRaster } from './picture.ts';
import { useMediaQuery } from './use-media-query.ts';

const server: IconOwner = { kind: 'server' };

export function ServerPicture({ server: { id, name, launchHash, info, isReviewed }, size = 1.25 }: { server: ServerView; size?: number }) {
  const src = usePicture({ serverId: id, of: server, stamp: `${launchHash} ${info?.version ?? ''}`, size, isThere: isReviewed && info?.hasIcon === true });
  return <ServerIcon name={name} src={src} size={size} />;
}

/** The same where only its id is at hand; a server that is gone, or has another name by now, keeps the letters it had. */
export function PictureOf({ serverId, name, size = 1.25 }: { serverId: ServerId | null; name: string; size?: number }) {
  const found = useServers().data?.find((each) => each.id === serverId && each.name === name);
  return found ? <ServerPicture server={found} size={size} /> : <ServerIcon name={name} size={size} />;
}

/** Of a tool, a prompt, a resource or a template. */
export function ItemPicture({ server: { id, generation }, of, name, hasIcon, size = 1.25 }: { server: ServerView; of: IconOwner; name: string; hasIcon: boolean; size?: number }) {
  const src = usePicture({ serverId: id, of, stamp: String(generation), size, isThere: hasIcon });
  return <ServerIcon name={name} src={src} size={size} />;
}

interface PictureWanted {
  serverId: ServerId;
  of: IconOwner;
  /** Asked anew when it changes. */
  stamp: string;
  /** Rem. */
  size: number;
  isThere: boolean;
}

function usePicture({ serverId, of, stamp, size, isThere }: PictureWanted): string | undefined {
  const { link } = useHost();
  const theme = useColourScheme();
  const pixels = Math.min(512, Math.round(size * 16 * Math.max(1, devicePixelRatio)));
  const { data } = useQuery({
    queryKey: ['icons/get', serverId, of, stamp, theme, pixels],
    queryFn: async ({ signal }) => {
      const { picture } = await link.request('icons/get', { serverId, of, theme, pixels }, { signal });
      return picture === null ? null : toRaster(picture);
    },
    enabled: isThere,
    staleTime: Infinity,
    placeholderData: keepPreviousData,
    retry: false,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    networkMode: 'always',
  });
  return isThere ? (data ?? undefined) : undefined;
}

function useColourScheme(): 'light' | 'dark' {
  const chosen = useSettings().data?.settings.theme ?? 'system';
  const isDark = useMediaQuery('(prefers-color-scheme: dark)');
  return chosen === 'system' ? (isDark ? 'dark' : 'light') : chosen;
}
