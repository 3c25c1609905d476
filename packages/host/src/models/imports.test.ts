import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';

/** Everything a process loads for some modules of the host. */
function loadedBy(...modules: string[]): string {
  const urls = modules.map((module) => new URL(module, import.meta.url).href);
  const script = `
    import { registerHooks } from 'node:module';
    const seen = new Set();
    registerHooks({ load: (url, context, next) => { seen.add(url); return next(url, context); } });
    for (const url of ${JSON.stringify(urls)}) await import(url);
    console.log([...seen].join('\\n'));`;
  return execFileSync(process.execPath, ['--input-type=module', '-e', script], { encoding: 'utf8' });
}

describe('at start', () => {
  it('no provider package is loaded, nor the SDK: they come with the first question', () => {
    const loaded = loadedBy('./registry.ts', './ask.ts', './providers.ts', './routes.ts', './tools.ts', '../conversations/service.ts', '../conversations/routes.ts');
    expect(loaded).toContain('models/ask.ts');
    expect(loaded).not.toMatch(/@ai-sdk|node_modules\/ai\/|zod\/v4\/classic/);
  });
});
