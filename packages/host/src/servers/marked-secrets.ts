/** Values of a launch that a person marked as secret: into the secret store, and `${secret:NAME}` in their place (S09). */
import type { LaunchView } from '@portolan/contract/servers';
import type { LaunchConfig } from '../ports.ts';
import type { NamedSecret } from './named-secret.ts';
import { freeName } from './open-secrets.ts';

const reference = /^\$\{(?:(?:env|input|secret):)?[A-Za-z_][\w.-]*(?::-[^}]*)?\}$/;

/**
 * @param view what the window sent, with its marks
 * @param launch the same, with the values it did not send filled in
 */
export function takeMarked(view: LaunchView, launch: LaunchConfig): { launch: LaunchConfig; secrets: NamedSecret[] } {
  const pairs = view.kind === 'stdio' ? view.env : view.headers;
  const values = launch.kind === 'stdio' ? launch.env : launch.headers;
  const marked = new Set(pairs.filter(({ isSecret }) => isSecret === true).map(({ name }) => name));
  const secrets: NamedSecret[] = [];
  const taken = new Set<string>();
  const clean = Object.fromEntries(
    Object.entries(values).map(([name, value]) => {
      if (!marked.has(name) || value === '' || reference.test(value.trim())) return [name, value];
      const secret = freeName(name, taken);
      taken.add(secret);
      secrets.push({ name: secret, value });
      return [name, `\${secret:${secret}}`];
    }),
  );
  return { launch: launch.kind === 'stdio' ? { ...launch, env: clean } : { ...launch, headers: clean }, secrets };
}
