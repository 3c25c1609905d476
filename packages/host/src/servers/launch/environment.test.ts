import { describe, expect, it } from 'vitest';
import { inheritedEnvironment } from './environment.ts';
import type { Platform } from './platform.ts';

const platform = (env: Record<string, string>, os: NodeJS.Platform = 'linux'): Platform => ({ os, env, home: '/home/me' }) as Platform;

describe('what a server inherits', () => {
  it('keeps the way out through a company network, but no password with it (S20, A13)', () => {
    const env = inheritedEnvironment(
      platform({ NODE_EXTRA_CA_CERTS: '/etc/ca.pem', SSL_CERT_FILE: '/etc/ca.pem', HTTPS_PROXY: 'http://proxy.example:3128', HTTP_PROXY: 'http://me:MK-1@proxy.example:3128', no_proxy: 'localhost', OPENAI_API_KEY: 'MK-2', NODE_OPTIONS: '--require=x.js', LD_PRELOAD: '/x.so' }),
    );
    expect(env).toEqual({ HOME: '/home/me', NODE_EXTRA_CA_CERTS: '/etc/ca.pem', SSL_CERT_FILE: '/etc/ca.pem', HTTPS_PROXY: 'http://proxy.example:3128', no_proxy: 'localhost' });
  });
});
