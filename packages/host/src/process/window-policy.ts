/**
 * What the window may load and do, in both shells (E7, W7). Nothing from outside, no inline script or style, no plug-ins,
 * no framing, and no string becomes script except through the named policies.
 */
export function windowPolicy(connect: string, frames = "'none'"): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data: blob:",
    "font-src 'self'",
    `connect-src ${connect}`,
    'media-src blob: data:',
    `frame-src ${frames}`,
    "worker-src 'self'",
    "manifest-src 'none'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    'trusted-types dompurify portolan portolan-pdf portolan-pictures',
  ].join('; ');
}

export const denied = ['accelerometer', 'autoplay', 'camera', 'display-capture', 'geolocation', 'gyroscope', 'hid', 'idle-detection', 'local-fonts', 'magnetometer', 'microphone', 'midi', 'payment', 'publickey-credentials-get', 'screen-wake-lock', 'serial', 'usb', 'xr-spatial-tracking'];

/** The headers of every answer to a window; the shells add caching. `frames`: where the pages of apps are. No `Access-Control-*` among them, ever (W6, W13). */
export function windowHeaders(connect: string, frames?: string): Record<string, string> {
  return {
    'Content-Security-Policy': windowPolicy(connect, frames),
    'X-Frame-Options': 'DENY',
    'X-Content-Type-Options': 'nosniff',
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Cross-Origin-Resource-Policy': 'same-origin',
    'Referrer-Policy': 'no-referrer',
    'Permissions-Policy': denied.map((name) => `${name}=()`).join(', '),
  };
}
