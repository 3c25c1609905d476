/** How a server's state looks, the same wherever it is shown. */
import type { ServerView } from '@portolan/contract/servers';
import type { StatusTone } from '@portolan/ui/status-dot';

export function serverTone(server: ServerView): StatusTone {
  if (!server.isReviewed) return 'warn';
  if (!server.isEnabled) return 'idle';
  switch (server.state) {
    case 'ready':
      return 'success';
    case 'starting':
    case 'stopping':
      return 'busy';
    case 'degraded':
    case 'backoff':
      return 'warn';
    case 'failed':
      return 'danger';
    case 'stopped':
      return 'idle';
  }
}
