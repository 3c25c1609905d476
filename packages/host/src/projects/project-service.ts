/** Projects: the one writer of them, the frame that they are to chats, and what windows are told. */
import type { ConversationView } from '@portolan/contract/conversations';
import type { EventOf } from '@portolan/contract/contract';
import { HostError } from '@portolan/contract/errors';
import type { FileHash } from '@portolan/contract/files';
import type { ProjectId } from '@portolan/contract/ids';
import type { ProjectDetail, ProjectView } from '@portolan/contract/projects';
import type { ToolResultView } from '@portolan/contract/content';
import type { JsonObject } from '@portolan/contract/json';
import { Broadcast } from '../broadcast.ts';
import { filesRoom } from '../context/chat-frame.ts';
import type { ChatFrame, FrameFiles, FrameSource } from '../context/chat-frame.ts';
import { estimateTokens } from '../context/estimate.ts';
import type { ModelWindows } from '../context/model-window.ts';
import type { FileLibrary } from '../files/file-library.ts';
import type { ConfigStore } from '../ports.ts';
import { ProjectFiles } from './project-files.ts';
import type { ProjectChange, SqliteProjectStore, StoredProject } from './project-store.ts';

export interface ProjectServiceDeps {
  store: SqliteProjectStore;
  library: FileLibrary;
  windows: Pick<ModelWindows, 'of'>;
  config: Pick<ConfigStore, 'current'>;
  /** Something that goes with chats is another one. */
  onFrames?: () => void;
  /** Chats show another project than before. */
  onChats?: () => void;
}

type Watched = EventOf<'projects/watch'>;
/** Without a model to measure for. */
const usualRoom = 25_600;

export class ProjectService implements FrameSource, Disposable {
  readonly #deps: ProjectServiceDeps;
  readonly #files: ProjectFiles;
  readonly #watched: Broadcast<Watched>;

  constructor(deps: ProjectServiceDeps) {
    this.#deps = deps;
    this.#files = new ProjectFiles(deps.library);
    this.#watched = new Broadcast<Watched>({ merge: (_last, next) => next, resync: () => [this.#all()] });
  }

  watch(signal: AbortSignal): AsyncIterable<Watched> {
    return this.#watched.subscribe(signal, [this.#all()]);
  }

  /** Projects came or went by another way than this one's methods. */
  changed(): void {
    this.#watched.publish(this.#all());
  }

  async detail(id: ProjectId): Promise<ProjectDetail> {
    const project = this.#deps.store.known(id);
    const model = this.#deps.config.current().defaultModel;
    const room = model === null ? usualRoom : filesRoom((await this.#deps.windows.of(model)).tokens);
    const files = await this.#files.sorted(this.#deps.store.files(id), room);
    return {
      ...project,
      instructionsTokens: estimateTokens(project.instructions),
      files: files.map(({ hash, name, bytes, mimeType, tokens, way, part }) => ({ hash, name, bytes, mimeType, tokens, way, ...(part === null ? { isGone: true as const } : {}) })),
      filesRoom: room,
    };
  }

  create(name: string): ProjectView {
    return this.#told(this.#deps.store.create(name));
  }
  update(id: ProjectId, change: ProjectChange): ProjectView {
    return this.#told(this.#deps.store.update(id, change));
  }
  remove(id: ProjectId): void {
    this.#deps.store.remove(id);
    this.changed();
    this.#deps.onFrames?.();
    this.#deps.onChats?.();
  }
  restore(id: ProjectId): ProjectView {
    const project = this.#told(this.#deps.store.restore(id));
    this.#deps.onChats?.();
    return project;
  }
  async addFile(id: ProjectId, hash: FileHash, name: string): Promise<ProjectView> {
    // Its bytes, not what is remembered of them: a file that is not there is none.
    try {
      await this.#deps.library.store.load(hash);
    } catch (error) {
      throw error instanceof HostError && error.problem.code === 'file-gone' ? new HostError('file-gone', { name }) : error;
    }
    return this.#told(this.#deps.store.addFile(id, hash, name));
  }
  removeFile(id: ProjectId, hash: FileHash): ProjectView {
    return this.#told(this.#deps.store.removeFile(id, hash));
  }

  frame(conversation: ConversationView): ChatFrame | null {
    const project = this.#of(conversation);
    return project === null ? null : { from: 'project', name: project.name, instructions: project.instructions, servers: project.servers === null ? null : new Set(project.servers) };
  }

  async files(conversation: ConversationView, room: number): Promise<FrameFiles | null> {
    const project = this.#of(conversation);
    const kept = project === null ? [] : this.#deps.store.files(project.id);
    if (project === null || kept.length === 0) return null;
    const sorted = await this.#files.sorted(kept, room);
    const here = sorted.filter(({ part }) => part !== null);
    return { of: { from: 'project', name: project.name }, all: here.map(({ name, tokens, way, characters }) => ({ name, tokens, way, ...(characters === undefined ? {} : { characters }) })), parts: here.flatMap(({ part, way }) => (part !== null && way === 'whole' ? [part] : [])) };
  }

  async readFile(conversation: ConversationView, args: JsonObject, most: number): Promise<ToolResultView | null> {
    const project = this.#of(conversation);
    return project === null ? null : this.#files.read(this.#deps.store.files(project.id), args, most);
  }

  [Symbol.dispose](): void {
    this.#watched.close();
  }

  #of({ projectId }: ConversationView): StoredProject | null {
    return projectId === undefined ? null : this.#deps.store.get(projectId);
  }

  #told({ id, name, createdAt, revision }: ProjectView): ProjectView {
    this.changed();
    this.#deps.onFrames?.();
    return { id, name, createdAt, revision };
  }

  #all(): Watched {
    return { projects: this.#deps.store.list() };
  }
}
