/** Command-line switches that would open the app up to others (E30, I15). A packaged app does not start with them. */
const dangerous = /^--?(remote-debugging-(port|pipe|address)|remote-allow-origins|inspect|inspect-brk|inspect-port|inspect-publish-uid|no-sandbox|disable-web-security|disable-site-isolation-trials|disable-features|enable-blink-features|allow-running-insecure-content|ignore-certificate-errors|host-resolver-rules|host-rules|load-extension|disable-extensions-except|js-flags|proxy-server|proxy-pac-url|user-data-dir|renderer-cmd-prefix|utility-cmd-prefix|gpu-launcher|ppapi-plugin-path|require|import|experimental-loader)(=|$)/i;

/** The first such switch, or null. */
export function dangerousSwitch(argv: readonly string[]): string | null {
  return argv.find((each) => dangerous.test(each)) ?? null;
}
