/** A registry of npm packages on loopback, as far as `npx` asks one: descriptions of packages and their archives. */
import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import type { ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface NpmRegistry {
  /** For `npm_config_registry`. */
  readonly url: string;
  /** Paths that were asked for, oldest first. */
  readonly asked: string[];
  /** Puts a version there, the latest from now on; one that is there already is replaced, as no honest registry does. */
  publish(name: string, version: string, archive: Buffer): void;
  close(): Promise<void>;
}

export async function startNpmRegistry(): Promise<NpmRegistry> {
  const packages = new Map<string, Map<string, Buffer>>();
  const asked: string[] = [];
  const answer = (path: string, response: ServerResponse): void => {
    const [, name = '', , file = ''] = path.split('/').map(decodeURIComponent);
    const versions = packages.get(name);
    const archive = [...(versions ?? [])].find(([version]) => file === `${name}-${version}.tgz`)?.[1];
    if (archive) response.writeHead(200, { 'content-type': 'application/octet-stream' }).end(archive);
    else if (versions && file === '') response.writeHead(200, { 'content-type': 'application/json', 'cache-control': 'no-store' }).end(JSON.stringify(describe(name, versions, url)));
    else response.writeHead(404, { 'content-type': 'application/json' }).end('{}');
  };
  const server = createServer((request, response) => {
    const path = new URL(request.url ?? '/', 'http://registry.invalid').pathname;
    asked.push(path);
    request.resume().on('end', () => answer(path, response));
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  return {
    url,
    asked,
    publish: (name, version, archive) => {
      const versions = packages.get(name) ?? new Map<string, Buffer>();
      versions.delete(version);
      packages.set(name, versions.set(version, archive));
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** What npm calls a packument: https://github.com/npm/registry/blob/main/docs/responses/package-metadata.md */
function describe(name: string, versions: ReadonlyMap<string, Buffer>, url: string): object {
  return {
    _id: name,
    name,
    'dist-tags': { latest: [...versions.keys()].at(-1) },
    versions: Object.fromEntries(
      [...versions].map(([version, archive]) => [
        version,
        { name, version, bin: { [name]: 'server.js' }, dist: { tarball: `${url}${name}/-/${name}-${version}.tgz`, integrity: integrityOf(archive), shasum: createHash('sha1').update(archive).digest('hex') } },
      ]),
    ),
  };
}

/** Subresource integrity, as npm writes it into lock files. */
export function integrityOf(archive: Buffer): string {
  return `sha512-${createHash('sha512').update(archive).digest('base64')}`;
}
