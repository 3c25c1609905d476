/** The least that makes a server serve: the handshake of each era, and the envelope of the modern one. */
import { legacyVersion, modernVersion } from './client.ts';
import type { BenchClient, BenchEra } from './client.ts';

export interface RawLink {
  request(method: string, params: Record<string, unknown>): Promise<Record<string, unknown>>;
  notify(method: string): Promise<void>;
  close(): Promise<void>;
}

const clientInfo = { name: 'raw', version: '1.0.0' };

export async function rawProtocol(era: BenchEra, link: RawLink): Promise<BenchClient> {
  const envelope = {
    _meta: {
      'io.modelcontextprotocol/protocolVersion': modernVersion,
      'io.modelcontextprotocol/clientInfo': clientInfo,
      'io.modelcontextprotocol/clientCapabilities': {},
    },
  };
  const dress = (params: Record<string, unknown>): Record<string, unknown> => (era === 'modern' ? { ...params, ...envelope } : params);
  if (era === 'legacy') {
    await link.request('initialize', { protocolVersion: legacyVersion, capabilities: {}, clientInfo });
    await link.notify('notifications/initialized');
  } else await link.request('server/discover', dress({}));
  return {
    call: (name, args) => link.request('tools/call', dress({ name, arguments: args })),
    async listTools() {
      const { tools } = await link.request('tools/list', dress({}));
      return Array.isArray(tools) ? tools.length : 0;
    },
    close: () => link.close(),
  };
}
