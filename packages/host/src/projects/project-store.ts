/** Projects in SQLite: what they say, which servers they offer, which files they keep. Every write is durable when it returns. */
import { randomBytes } from 'node:crypto';
import * as z from 'zod/mini';
import { HostError } from '@portolan/contract/errors';
import { FileHash } from '@portolan/contract/files';
import { ProjectId, ServerId } from '@portolan/contract/ids';
import { longestProjectName, mostProjectFiles, mostProjects } from '@portolan/contract/projects';
import type { ProjectView } from '@portolan/contract/projects';
import { readableName } from '../hidden-characters.ts';
import type { Database, Row } from '../storage/database.ts';
import { parsed } from '../storage/rows.ts';

export interface StoredProject extends ProjectView {
  instructions: string;
  servers: ServerId[] | null;
}

export interface KeptFile {
  hash: FileHash;
  name: string;
}

export interface ProjectChange {
  name?: string | undefined;
  instructions?: string | undefined;
  servers?: readonly ServerId[] | null | undefined;
}

const Stored = z.object({ id: ProjectId, name: z.string(), created_at: z.number(), revision: z.number(), instructions: z.string(), servers: z.nullable(z.string()) });
const columns = 'id, name, created_at, revision, instructions, servers';

/** Errors: `project-unknown`, `project-full`, `storage-failed`. */
export class SqliteProjectStore {
  readonly #db: Database;
  readonly #now: () => number;

  constructor(database: Database, { now }: { now: () => number }) {
    this.#db = database;
    this.#now = now;
  }

  list(): ProjectView[] {
    return this.#db.all('SELECT id, name, created_at, revision FROM projects WHERE removed_at IS NULL ORDER BY name COLLATE NOCASE, created_at').map(viewOf);
  }

  get(id: ProjectId): StoredProject | null {
    const row = this.#db.get(`SELECT ${columns} FROM projects WHERE id = ? AND removed_at IS NULL`, id);
    return row === undefined ? null : toProject(row);
  }

  known(id: ProjectId): StoredProject {
    const project = this.get(id);
    if (project === null) throw new HostError('project-unknown', { project: id });
    return project;
  }

  files(id: ProjectId): KeptFile[] {
    return this.#db.all('SELECT hash, name FROM project_files WHERE project_id = ? ORDER BY position', id).map((row) => ({ hash: FileHash.parse(row['hash']), name: String(row['name']) }));
  }

  create(name: string): ProjectView {
    return this.#db.transaction(() => {
      if (Number(this.#db.get('SELECT count(*) AS found FROM projects WHERE removed_at IS NULL')?.['found'] ?? 0) >= mostProjects) throw new HostError('project-full', { what: 'projects', limit: mostProjects });
      return this.known(insertProject(this.#db, name, this.#now()));
    });
  }

  update(id: ProjectId, { name, instructions, servers }: ProjectChange): StoredProject {
    return this.#db.transaction(() => {
      this.known(id);
      if (name !== undefined) this.#db.run('UPDATE projects SET name = ? WHERE id = ?', cleanName(name), id);
      if (instructions !== undefined) this.#db.run('UPDATE projects SET instructions = ? WHERE id = ?', instructions.toWellFormed(), id);
      if (servers !== undefined) this.#db.run('UPDATE projects SET servers = ? WHERE id = ?', servers === null ? null : JSON.stringify(servers), id);
      return this.#changed(id);
    });
  }

  /** Its chats show no project from now on; which one they were in is kept until it is gone for good. */
  remove(id: ProjectId): void {
    this.known(id);
    this.#db.run('UPDATE projects SET removed_at = ? WHERE id = ?', this.#now(), id);
  }

  restore(id: ProjectId): StoredProject {
    this.#db.run('UPDATE projects SET removed_at = NULL, revision = revision + 1 WHERE id = ?', id);
    return this.known(id);
  }

  /** A name that another file of the project has gets a number. The same file again takes the new name. */
  addFile(id: ProjectId, hash: FileHash, name: string): StoredProject {
    return this.#db.transaction(() => {
      this.known(id);
      const others = this.files(id).filter((file) => file.hash !== hash);
      if (others.length >= mostProjectFiles) throw new HostError('project-full', { what: 'files', limit: mostProjectFiles });
      const unused = unusedName(cleanFileName(name), new Set(others.map((file) => file.name)));
      this.#db.run('INSERT INTO project_files (project_id, hash, name, position) VALUES (?, ?, ?, (SELECT coalesce(max(position), 0) + 1 FROM project_files WHERE project_id = ?)) ON CONFLICT (project_id, hash) DO UPDATE SET name = excluded.name', id, hash, unused, id);
      return this.#changed(id);
    });
  }

  removeFile(id: ProjectId, hash: FileHash): StoredProject {
    return this.#db.transaction(() => {
      this.known(id);
      this.#db.run('DELETE FROM project_files WHERE project_id = ? AND hash = ?', id, hash);
      return this.#changed(id);
    });
  }

  #changed(id: ProjectId): StoredProject {
    this.#db.run('UPDATE projects SET revision = revision + 1 WHERE id = ?', id);
    return this.known(id);
  }
}

/** Within a transaction. */
export function insertProject(db: Database, name: string, now: number): ProjectId {
  const id = ProjectId.parse(`p_${randomBytes(16).toString('base64url')}`);
  db.run('INSERT INTO projects (id, name, created_at) VALUES (?, ?, ?)', id, cleanName(name), now);
  return id;
}

/** The project of that name, made where there is none and room for one more; for chats that come from a file and say no more of it. */
export function projectOfName(db: Database, name: string, now: number): ProjectId | null {
  const clean = cleanName(name);
  const row = db.get('SELECT id FROM projects WHERE name = ? AND removed_at IS NULL ORDER BY created_at LIMIT 1', clean);
  if (row !== undefined) return ProjectId.parse(row['id']);
  return Number(db.get('SELECT count(*) AS found FROM projects WHERE removed_at IS NULL')?.['found'] ?? 0) >= mostProjects ? null : insertProject(db, clean, now);
}

function cleanName(name: string): string {
  const clean = readableName(name.replaceAll(/\p{Cc}+/gu, ' ')).slice(0, longestProjectName).toWellFormed();
  if (clean === '') throw new HostError('invalid-input', { where: 'name' });
  return clean;
}

/** As its model is told it and asks for it: on one line, without letters that nobody sees. */
function cleanFileName(name: string): string {
  return readableName(name.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]/gu, '')) || 'file';
}

function unusedName(name: string, used: ReadonlySet<string>): string {
  const dot = name.lastIndexOf('.');
  const [stem, ending] = dot > 0 ? [name.slice(0, dot), name.slice(dot)] : [name, ''];
  for (let count = 1; ; count++) {
    const wanted = count === 1 ? name : `${stem} (${count})${ending}`;
    if (!used.has(wanted)) return wanted;
  }
}

function viewOf(row: Row): ProjectView {
  return { id: ProjectId.parse(row['id']), name: String(row['name']), createdAt: Number(row['created_at']), revision: Number(row['revision']) };
}

/** A choice of servers that does not read leaves out all of them: else it would offer more than the person chose. */
function toProject(row: Row): StoredProject {
  const { id, name, created_at, revision, instructions, servers } = Stored.parse(row);
  return { id, name, createdAt: created_at, revision, instructions, servers: servers === null ? null : (parsed(z.array(ServerId), servers) ?? []) };
}
