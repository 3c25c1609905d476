/** The person's model files: read, kept as providers, run when they are asked, taken out of memory again. */
import { join } from 'node:path';
import type { LanguageModelV4 } from '@ai-sdk/provider';
import type { EventOf } from '@portolan/contract/contract';
import { HostError } from '@portolan/contract/errors';
import type { Problem } from '@portolan/contract/errors';
import type { ProviderId } from '@portolan/contract/ids';
import type { ModelFileView } from '@portolan/contract/model-files';
import type { ModelFile } from '@portolan/contract/providers';
import { Broadcast } from '../../broadcast.ts';
import type { ConfigStore, ProviderConfig } from '../../ports.ts';
import { reapLeftovers } from '../../servers/warden/reap.ts';
import { Warden } from '../../servers/warden/warden.ts';
import { missingEngine } from './engine.ts';
import { fileModel } from './model-adapter.ts';
import type { Answering } from './model-adapter.ts';
import { forkModel } from './model-child.ts';
import type { StartModel } from './model-child.ts';
import { fitOf, memoryNeeded, usualContextSize } from './model-facts.ts';
import type { GenerateRequest } from './model-messages.ts';
import { ModelRun } from './model-run.ts';
import type { RunPlan } from './model-run.ts';
import { readModelFile } from './read-model-file.ts';
import type { ReadModel } from './read-model-file.ts';

type WatchEvent = EventOf<'modelFiles/watch'>;

export interface ModelFilesDeps {
  config: ConfigStore;
  /** Processes are written down below it, for the next host in case this one dies. */
  dataDir: string;
  /** Starts the process of a model; a Node child unless told. */
  start?: StartModel | undefined;
  /** Bytes that are free for a model; asked anew each time. */
  freeMemory?: () => number;
  /** Bytes of its own that a model's process may have, by what it was said to need. */
  memoryLimit?: (needed: number) => number;
  onError: (error: unknown) => void;
}

const GB = 1024 ** 3;
/** The estimate is rough; far beyond it something is wrong. */
const usualLimit = (needed: number): number => needed * 2 + GB;

export class ModelFiles implements AsyncDisposable {
  readonly #deps: ModelFilesDeps;
  readonly #warden: Warden;
  readonly #runFile: string;
  readonly #runs = new Map<ProviderId, ModelRun>();
  readonly #broadcast = new Broadcast<WatchEvent>({ merge: (_last, next) => next });
  readonly #unsubscribe: () => void;
  readonly #missing: string | null;

  constructor(deps: ModelFilesDeps) {
    this.#deps = deps;
    this.#runFile = join(deps.dataDir, 'run', 'models.json');
    this.#warden = new Warden({ runFile: this.#runFile, onProblem: deps.onError });
    // Electron starts no Node of its own: there the shell has to.
    const canStart = deps.start !== undefined || process.versions['electron'] === undefined;
    this.#missing = canStart ? missingEngine() : `${process.platform} (${process.arch})`;
    this.#unsubscribe = deps.config.onChange(() => this.#configured());
  }

  /** Ends what an earlier host left behind. */
  async open(): Promise<void> {
    await reapLeftovers(this.#runFile);
  }

  /** @param contextSize 0 leaves the choice to the app */
  async read(path: string, contextSize: number): Promise<ModelFileView> {
    const read = await readModelFile(path);
    const free = this.#free();
    const size = contextSize === 0 ? usualContextSize(read, read.bytes, free) : contextSize;
    const needed = memoryNeeded(read, read.bytes, size);
    return {
      path: read.path,
      fileName: read.fileName,
      name: read.name,
      architecture: read.architecture,
      quantisation: read.quantisation,
      parameters: read.parameters === 0 ? null : read.parameters,
      bytes: read.bytes,
      parts: read.parts,
      trainedContext: read.trainedContext,
      contextSize: size,
      isForChat: read.isForChat,
      memory: { needed, free, fit: fitOf(needed, free) },
    };
  }

  /** What is kept of a file as a provider. Errors: `model-file-unusable`. */
  async describe(file: ModelFile): Promise<Pick<ProviderConfig, 'kind' | 'name' | 'baseUrl' | 'models' | 'file'>> {
    const view = await this.read(file.path, file.contextSize);
    const id = view.fileName.replace(/\.gguf$/i, '').slice(0, 200);
    return {
      kind: 'gguf',
      name: (view.name || id).slice(0, 100),
      baseUrl: '',
      models: [{ id, source: 'added', capabilities: { contextTokens: view.contextSize, tools: true, vision: false, audio: false } }],
      file: { ...file, path: view.path },
    };
  }

  languageModel(provider: ProviderConfig, model: string): LanguageModelV4 {
    const { file, name } = provider;
    if (file === undefined) throw new HostError('model-file-unusable', { file: name, reason: 'missing' });
    if (this.#missing !== null) throw new HostError('model-engine-missing', { platform: this.#missing });
    return fileModel({ provider: name, model }, (request, signal) => this.#generate(provider, file, model, request, signal));
  }

  async *#generate(provider: ProviderConfig, file: ModelFile, model: string, request: GenerateRequest, signal: AbortSignal | undefined): AsyncGenerator<Answering> {
    const plan = await this.#plan(file);
    await this.#makeRoom(provider.id, plan);
    yield* this.#run(provider, model).generate(plan, request, signal, file.idleMinutes * 60_000);
  }

  async *watch(signal: AbortSignal): AsyncIterable<WatchEvent> {
    yield* this.#broadcast.subscribe(signal, [this.#event()]);
  }

  async unload(id: ProviderId): Promise<void> {
    await this.#runs.get(id)?.unload();
  }

  /** Its process, where one runs. */
  pidOf(id: ProviderId): number | undefined {
    return this.#runs.get(id)?.pid;
  }

  /** Kills whatever is left before it returns. */
  killNow(): void {
    this.#warden.killNow();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#unsubscribe();
    this.#broadcast.close();
    await Promise.all([...this.#runs.values()].map((run) => run.unload()));
    await this.#warden.close();
  }

  #free(): number {
    return this.#deps.freeMemory?.() ?? process.availableMemory();
  }

  /** The header is read anew each time: the file may be another one by now. */
  async #plan(file: ModelFile): Promise<RunPlan> {
    const read: ReadModel = await readModelFile(file.path);
    const standing = [...this.#runs.values()].find((run) => run.plan?.path === read.path)?.plan;
    // Chosen once for as long as it runs: what it takes itself would make the next choice a smaller one.
    const contextSize = file.contextSize || (standing?.contextSize ?? usualContextSize(read, read.bytes, this.#free()));
    const limit = (this.#deps.memoryLimit ?? usualLimit)(memoryNeeded(read, read.bytes, contextSize));
    return { path: read.path, contextSize, threads: file.threads, memoryLimit: limit };
  }

  /** Others that only wait for a question go when there is too little for this one. */
  async #makeRoom(id: ProviderId, plan: RunPlan): Promise<void> {
    if (this.#runs.get(id)?.plan !== undefined && this.#runs.get(id)?.plan !== null) return;
    if (plan.memoryLimit < this.#free()) return;
    await Promise.all([...this.#runs].flatMap(([other, run]) => (other !== id && !run.isAnswering ? [run.unload()] : [])));
  }

  #run({ id, name, file }: ProviderConfig, model: string): ModelRun {
    const standing = this.#runs.get(id);
    if (standing !== undefined) return standing;
    const run = new ModelRun({
      names: { provider: name, model, file: file?.path.split(/[/\\]/).at(-1) ?? name },
      start: this.#deps.start ?? forkModel,
      warden: this.#warden,
      onChange: () => this.#broadcast.publish(this.#event()),
    });
    this.#runs.set(id, run);
    return run;
  }

  #configured(): void {
    const files = new Map(this.#deps.config.current().providers.map((provider) => [provider.id, provider.file]));
    for (const [id, run] of this.#runs) {
      if (files.get(id) !== undefined) continue;
      this.#runs.delete(id);
      void run.unload().catch(this.#deps.onError);
    }
  }

  #event(): WatchEvent {
    const problem: Problem | null = this.#missing === null ? null : new HostError('model-engine-missing', { platform: this.#missing }).problem;
    return { runs: [...this.#runs].map(([providerId, run]) => ({ providerId, ...run.view() })), problem };
  }
}
