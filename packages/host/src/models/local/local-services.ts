/** Programs on this computer that serve models, as a person finds and adds them. */
import type { FoundService, LocalService } from '@portolan/contract/local-models';
import { HostError } from '@portolan/contract/errors';
import type { ProviderView, WireKind } from '@portolan/contract/providers';
import type { ProviderService } from '../providers.ts';
import { lookAround, lookAt, usualPorts } from './loopback-services.ts';
import type { LocalPorts, LoopbackService } from './loopback-services.ts';

interface Facts {
  name: string;
  kind: WireKind;
  /** Where under its origin the interface lies that chats use. */
  path: string;
}

const facts: Readonly<Record<LocalService, Facts>> = {
  ollama: { name: 'Ollama', kind: 'ollama', path: '' },
  'lm-studio': { name: 'LM Studio', kind: 'openai-compatible', path: '/v1' },
  'llama-server': { name: 'llama-server', kind: 'openai-compatible', path: '/v1' },
  jan: { name: 'Jan', kind: 'openai-compatible', path: '/v1' },
};

/** When it is added it may take its time: it was there a moment ago. */
const addingPatienceMs = 3_000;

export class LocalServices {
  readonly #providers: ProviderService;
  readonly #ports: LocalPorts;

  constructor(providers: ProviderService, ports: LocalPorts = usualPorts) {
    this.#providers = providers;
    this.#ports = ports;
  }

  async look(signal: AbortSignal): Promise<FoundService[]> {
    const found = await lookAround(this.#ports, { signal });
    signal.throwIfAborted();
    return found.map((each) => ({ ...each, providerId: this.#providers.at(facts[each.service].kind, each.address)?.id ?? null }));
  }

  /** Errors: `model-unreachable` when nothing answers there any more. */
  async add(service: LocalService, signal: AbortSignal): Promise<ProviderView> {
    const { name, kind, path } = facts[service];
    const port = this.#ports[service];
    const found: LoopbackService | null = await lookAt(service, port, { signal, patienceMs: addingPatienceMs });
    signal.throwIfAborted();
    const address = `http://127.0.0.1:${port}`;
    if (found === null) throw new HostError('model-unreachable', { provider: name, host: `127.0.0.1:${port}`, url: address, reason: 'ECONNREFUSED' });
    return this.#providers.adopt({ kind, name, baseUrl: `${address}${path}` }, found.models);
  }
}
