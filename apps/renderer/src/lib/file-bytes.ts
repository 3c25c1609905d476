/** The bytes of a file that the host keeps, put together from its pieces. */
import type { HostError } from '@portolan/contract/errors';
import type { FileHash } from '@portolan/contract/files';
import { useQuery } from '@tanstack/react-query';
import { useHost } from '../host/host-context.tsx';
import type { Link } from '../host/link.ts';

/** In base64: each piece but the last is a multiple of three bytes. Errors: `file-gone`. */
export async function readFile(link: Link, hash: FileHash, signal?: AbortSignal): Promise<string> {
  const pieces: string[] = [];
  for (let offset = 0; ; ) {
    // oxlint-disable-next-line no-await-in-loop -- in order
    const { data, total } = await link.request('files/read', { hash, offset }, signal === undefined ? {} : { signal });
    pieces.push(data);
    offset += Math.floor((data.length * 3) / 4);
    if (offset >= total || data === '') return pieces.join('');
  }
}

/** A minute after nothing shows it any more it is let go. */
const keptMs = 60_000;

export function useFileBytes(hash: FileHash) {
  const { link } = useHost();
  return useQuery<string, HostError>({
    queryKey: ['files/read', hash],
    queryFn: ({ signal }) => readFile(link, hash, signal),
    // The same hash is the same bytes for ever.
    staleTime: Infinity,
    gcTime: keptMs,
    retry: false,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    networkMode: 'always',
  });
}
