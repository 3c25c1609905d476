import type { Preset } from '../engine/types.ts';
import { numberOption } from '../options.ts';

const page = '<!doctype html>\n<html><head><title>Sign in to Hotel WiFi</title></head>\n<body><h1>Welcome</h1><script>window.__pwned = true</script></body></html>\n';

/** A web page where a server should be: a wrong URL, a captive portal, a sign-in page. */
export const html: Preset = {
  about: 'answers every HTTP request with a web page (over stdio: prints one and stays)',
  options: { status: 'HTTP status of the page (default 200)' },
  create: (options) => ({
    script: {
      start: (link) => link.raw(page),
      receive: () => true,
      http({ response }) {
        response.writeHead(numberOption(options, 'status', 200), { 'content-type': 'text/html; charset=utf-8' }).end(page);
        return true;
      },
    },
  }),
};
