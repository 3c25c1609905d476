/** Loads one model and writes its answers, one at a time. Runs in the model's own process; its words go out as messages. */
import type { ChatHistoryItem, ChatModelFunctions, LlamaChat, LlamaContextSequence, LlamaModel } from 'node-llama-cpp';
import type { FromModel, GenerateRequest, ToModel } from './model-messages.ts';

interface Loaded {
  model: LlamaModel;
  sequence: LlamaContextSequence;
  chat: LlamaChat;
}

/** Without a wish of the person: varied, and never far off. */
const usualTemperature = 0.7;
const leastProbability = 0.05;
/** Tokens kept free for an answer to begin. */
const leastAnswer = 64;

export class ModelRunner {
  readonly #send: (message: FromModel) => void;
  readonly #stops = new Map<number, AbortController>();
  /** The last that llama.cpp said, for the reason of a failure. */
  readonly #said: string[] = [];
  #loaded: Promise<Loaded | null> = Promise.resolve(null);
  #queue: Promise<void> = Promise.resolve();

  constructor(send: (message: FromModel) => void) {
    this.#send = send;
  }

  take(message: Exclude<ToModel, { t: 'close' }>): void {
    if (message.t === 'load') this.#loaded = this.#load(message);
    else if (message.t === 'stop') this.#stops.get(message.id)?.abort();
    else {
      const { id, request } = message;
      const stop = new AbortController();
      this.#stops.set(id, stop);
      // There is one context: answers come one after the other.
      this.#queue = this.#queue.then(() => this.#generate(id, request, stop.signal)).finally(() => this.#stops.delete(id));
    }
  }

  async #load({ path, contextSize, threads }: Extract<ToModel, { t: 'load' }>): Promise<Loaded | null> {
    let why: Extract<FromModel, { t: 'failed' }>['why'] = 'engine';
    try {
      const { getLlama, LlamaChat: Chat, LlamaLogLevel } = await import('node-llama-cpp');
      const llama = await getLlama({
        // Packages for other graphics cards are not shipped.
        gpu: process.platform === 'darwin' ? 'auto' : false,
        // Nothing is built and nothing is downloaded, ever.
        build: 'never',
        skipDownload: true,
        progressLogs: false,
        logLevel: LlamaLogLevel.warn,
        logger: (_level, line) => this.#note(line),
        ...(threads === 0 ? {} : { maxThreads: threads }),
      });
      why = 'refused';
      let told = 0;
      const model = await llama.loadModel({
        modelPath: path,
        onLoadProgress: (progress) => {
          if (progress < 1 && Date.now() - told < 100) return;
          told = Date.now();
          this.#send({ t: 'loading', progress });
        },
      });
      why = 'memory';
      const context = await model.createContext({ contextSize, sequences: 1, ...(threads === 0 ? {} : { threads }) });
      const sequence = context.getSequence();
      const chat = new Chat({ contextSequence: sequence });
      this.#send({ t: 'ready', contextSize: context.contextSize });
      return { model, sequence, chat };
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      const isMemory = /memory|vram|alloc/i.test(`${message} ${this.#said.join(' ')}`);
      this.#send({ t: 'failed', why: why === 'refused' && isMemory ? 'memory' : why === 'memory' && !isMemory ? 'refused' : why, log: [message, ...this.#said].join('\n').slice(0, 10_000) });
      return null;
    }
  }

  #note(line: string): void {
    if (this.#said.length < 20) this.#said.push(line.trim().slice(0, 500));
  }

  async #generate(id: number, request: GenerateRequest, signal: AbortSignal): Promise<void> {
    const loaded = await this.#loaded;
    // Why it could not be loaded was said already.
    if (loaded === null) return this.#send({ t: 'error', id, why: 'other', log: '' });
    if (signal.aborted) return this.#send({ t: 'done', id, end: 'stopped', input: 0, cached: 0, output: 0 });
    try {
      await this.#answer(id, request, loaded, signal);
    } catch (error) {
      this.#send({ t: 'error', id, why: 'other', log: (error instanceof Error ? error.message : String(error)).slice(0, 10_000) });
    }
  }

  async #answer(id: number, { history, functions, maxTokens, temperature, stop }: GenerateRequest, { model, sequence, chat }: Loaded, signal: AbortSignal): Promise<void> {
    const items = history as ChatHistoryItem[];
    const offered = Object.keys(functions).length > 0 ? (functions as ChatModelFunctions) : undefined;
    const { contextText } = chat.chatWrapper.generateContextState({ chatHistory: items, ...(offered === undefined ? {} : { availableFunctions: offered, documentFunctionParams: true }) });
    const input = contextText.tokenize(model.tokenizer).length;
    const room = sequence.contextSize - input - 1;
    // The package would forget the beginning without a word.
    if (room < Math.min(leastAnswer, maxTokens ?? leastAnswer)) return this.#send({ t: 'error', id, why: 'too-long', log: `${input} tokens, ${sequence.contextSize} fit` });
    const before = sequence.tokenMeter.getState();
    const result = await chat.generateResponse(items, {
      signal,
      stopOnAbortSignal: true,
      maxTokens: Math.min(room, maxTokens ?? room),
      temperature: temperature ?? usualTemperature,
      minP: leastProbability,
      ...(stop.length > 0 ? { customStopTriggers: stop } : {}),
      onResponseChunk: (chunk) => {
        if (chunk.text !== '') this.#send({ t: chunk.type === 'segment' && chunk.segmentType === 'thought' ? 'thought' : 'text', id, text: chunk.text });
      },
      ...(offered === undefined ? {} : { functions: offered, documentFunctionParams: true, maxParallelFunctionCalls: 8 }),
    });
    for (const call of result.functionCalls ?? []) this.#send({ t: 'call', id, name: call.functionName, params: call.params ?? {} });
    const used = sequence.tokenMeter.diff(before);
    const end = { eogToken: 'stop', stopGenerationTrigger: 'stop', customStopTrigger: 'stop', functionCalls: 'calls', maxTokens: 'length', abort: 'stopped' } as const;
    this.#send({ t: 'done', id, end: end[result.metadata.stopReason], input, cached: Math.max(0, input - used.usedInputTokens), output: used.usedOutputTokens });
  }
}
