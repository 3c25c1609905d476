/**
 * The page that stands between the window and an app (P23, I12): served by the shell under an origin of its own for one
 * showing, with the policy of that showing as its header, which the app's document inherits.
 */
import { maxAppMessage } from '@portolan/contract/apps';
import { relayScript } from './app-frame-relay.ts';
import { denied } from './window-policy.ts';

const burst = 300;
const perSecond = 60;

/** @param policy the app's, as the host made it; @param window the origin that alone may show it */
export function appFrameHeaders(policy: string, window: string): Record<string, string> {
  return {
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Security-Policy': `${policy}; frame-ancestors ${window}`,
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'no-referrer',
    'X-DNS-Prefetch-Control': 'off',
    'Permissions-Policy': [...denied, 'clipboard-read', 'clipboard-write', 'fullscreen', 'picture-in-picture'].map((name) => `${name}=()`).join(', '),
    'Cache-Control': 'no-store',
  };
}

/** @param window the origin of the window, which alone may speak to the app through this page */
export function appFramePage(window: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>App</title>
<style>html,body{margin:0;height:100%;overflow:hidden;background:transparent}iframe{display:block;border:0;width:100%;height:100%;background:transparent}</style>
</head>
<body>
<script>${relayScript({ window, burst, perSecond, longest: maxAppMessage })}</script>
</body>
</html>
`;
}
