/**
 * The shape of the database, one entry a version. Entries are never edited once released: a change is a new entry at the
 * end. `PRAGMA user_version` holds how many were applied.
 */
import { jobs } from './job-tables.ts';

const v1 = `
CREATE TABLE conversations (
  id TEXT PRIMARY KEY,
  title TEXT NOT NULL,
  has_own_title INTEGER NOT NULL DEFAULT 0,
  model TEXT,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  removed_at INTEGER,
  message_count INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE INDEX conversations_by_update ON conversations (updated_at DESC) WHERE removed_at IS NULL;

CREATE TABLE messages (
  id TEXT PRIMARY KEY,
  conversation_id TEXT NOT NULL REFERENCES conversations (id) ON DELETE CASCADE,
  position INTEGER NOT NULL,
  role TEXT NOT NULL,
  status TEXT NOT NULL,
  problem TEXT,
  model TEXT,
  usage TEXT,
  created_at INTEGER NOT NULL,
  UNIQUE (conversation_id, position)
) STRICT;
CREATE INDEX messages_streaming ON messages (status) WHERE status = 'streaming';

-- One row a part, and what a provider wants back in a table of its own: saving a streamed message again writes only
-- what changed, not the large tool result above it.
CREATE TABLE parts (
  id INTEGER PRIMARY KEY,
  message_id TEXT NOT NULL REFERENCES messages (id) ON DELETE CASCADE,
  position INTEGER NOT NULL,
  json TEXT NOT NULL,
  UNIQUE (message_id, position)
) STRICT;
CREATE TABLE provider_states (
  message_id TEXT PRIMARY KEY REFERENCES messages (id) ON DELETE CASCADE,
  json TEXT NOT NULL
) STRICT;

CREATE TABLE drafts (
  conversation_id TEXT PRIMARY KEY REFERENCES conversations (id) ON DELETE CASCADE,
  text TEXT NOT NULL
) STRICT;

CREATE TABLE calls (
  call_id TEXT PRIMARY KEY,
  conversation_id TEXT NOT NULL REFERENCES conversations (id) ON DELETE CASCADE,
  message_id TEXT NOT NULL,
  server_id TEXT NOT NULL,
  tool TEXT NOT NULL,
  arguments_hash TEXT NOT NULL,
  intended_at INTEGER NOT NULL,
  outcome TEXT,
  settled_at INTEGER
) STRICT;
CREATE INDEX calls_unsettled ON calls (intended_at) WHERE outcome IS NULL;

CREATE TABLE rules (
  id TEXT PRIMARY KEY,
  server_id TEXT NOT NULL,
  server_name TEXT NOT NULL,
  tool TEXT NOT NULL,
  scope TEXT NOT NULL,
  conversation_id TEXT REFERENCES conversations (id) ON DELETE CASCADE,
  launch_hash TEXT NOT NULL,
  definition_hash TEXT NOT NULL,
  created_at INTEGER NOT NULL
) STRICT;
CREATE INDEX rules_by_tool ON rules (server_id, tool);

-- What is searched: titles (message_id and position null) and the readable text of parts, CJK characters set apart by
-- zero-width spaces so that each is a word of its own.
CREATE TABLE searchable (
  id INTEGER PRIMARY KEY,
  conversation_id TEXT NOT NULL REFERENCES conversations (id) ON DELETE CASCADE,
  message_id TEXT REFERENCES messages (id) ON DELETE CASCADE,
  position INTEGER,
  text TEXT NOT NULL
) STRICT;
CREATE UNIQUE INDEX searchable_parts ON searchable (message_id, position) WHERE message_id IS NOT NULL;
CREATE UNIQUE INDEX searchable_titles ON searchable (conversation_id) WHERE message_id IS NULL;
CREATE INDEX searchable_by_conversation ON searchable (conversation_id);

CREATE VIRTUAL TABLE words USING fts5 (
  text, content = '', contentless_delete = 1, tokenize = 'unicode61 remove_diacritics 2', prefix = '1 2 3'
);
CREATE VIRTUAL TABLE trigrams USING fts5 (
  text, content = '', contentless_delete = 1, tokenize = 'trigram remove_diacritics 1'
);
CREATE TRIGGER searchable_insert AFTER INSERT ON searchable BEGIN
  INSERT INTO words (rowid, text) VALUES (new.id, new.text);
  INSERT INTO trigrams (rowid, text) VALUES (new.id, replace(new.text, char(0x200b), ''));
END;
CREATE TRIGGER searchable_delete AFTER DELETE ON searchable BEGIN
  DELETE FROM words WHERE rowid = old.id;
  DELETE FROM trigrams WHERE rowid = old.id;
END;
CREATE TRIGGER searchable_update AFTER UPDATE OF text ON searchable BEGIN
  DELETE FROM words WHERE rowid = old.id;
  DELETE FROM trigrams WHERE rowid = old.id;
  INSERT INTO words (rowid, text) VALUES (new.id, new.text);
  INSERT INTO trigrams (rowid, text) VALUES (new.id, replace(new.text, char(0x200b), ''));
END;

CREATE TRIGGER messages_insert AFTER INSERT ON messages BEGIN
  UPDATE conversations SET message_count = message_count + 1 WHERE id = new.conversation_id;
END;
CREATE TRIGGER messages_delete AFTER DELETE ON messages BEGIN
  UPDATE conversations SET message_count = message_count - 1 WHERE id = old.conversation_id;
END;
`;

/** What servers asked of models, and what they used of their budgets. */
const samplings = `
CREATE TABLE samplings (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  server_id TEXT NOT NULL,
  at INTEGER NOT NULL,
  outcome TEXT NOT NULL,
  model TEXT,
  tokens INTEGER NOT NULL,
  cost REAL,
  about TEXT NOT NULL,
  transcript TEXT NOT NULL
) STRICT;
CREATE INDEX samplings_by_server ON samplings (server_id, id);

-- A row a request that was shown (requests = 1) and a row a run of a model (requests = 0).
CREATE TABLE sampling_spent (
  id INTEGER PRIMARY KEY,
  server_id TEXT NOT NULL,
  at INTEGER NOT NULL,
  requests INTEGER NOT NULL,
  tokens INTEGER NOT NULL,
  cost REAL
) STRICT;
CREATE INDEX sampling_spent_by_server ON sampling_spent (server_id, at);
`;


// What servers' tools were when they were first seen, and what servers said of themselves. `hash` is null for a tool of
// which nothing was ever accepted, only kept off.
const pinnedDefinitions = `
CREATE TABLE pins (
  server_id TEXT NOT NULL,
  tool TEXT NOT NULL,
  definition TEXT NOT NULL,
  hash TEXT,
  body_hash TEXT NOT NULL,
  state TEXT NOT NULL,
  kept_off TEXT,
  pinned_at INTEGER NOT NULL,
  PRIMARY KEY (server_id, tool)
) STRICT;
CREATE TABLE pinned_servers (
  server_id TEXT PRIMARY KEY,
  launch_hash TEXT NOT NULL,
  said TEXT NOT NULL,
  seen_at INTEGER NOT NULL
) STRICT;
CREATE INDEX pinned_servers_by_launch ON pinned_servers (launch_hash);
`;

/** Which package without a fixed version a server ran when the person last agreed to it. */
const pinnedPackages = `
CREATE TABLE pinned_packages (
  server_id TEXT PRIMARY KEY,
  spec TEXT NOT NULL,
  version TEXT NOT NULL,
  integrity TEXT,
  pinned_at INTEGER NOT NULL
) STRICT;
`;

// For which calls results are shown before a model reads them; an empty text stands for "any". And what servers had answered, where
// the person changed or withheld it or has not decided yet: a table of its own, that no model's history is made from.
const resultReviews = `
CREATE TABLE review_choices (
  scope TEXT NOT NULL,
  server_id TEXT NOT NULL,
  tool TEXT NOT NULL,
  conversation_id TEXT REFERENCES conversations (id) ON DELETE CASCADE
) STRICT;
CREATE TABLE original_results (
  call_id TEXT PRIMARY KEY,
  conversation_id TEXT NOT NULL REFERENCES conversations (id) ON DELETE CASCADE,
  result TEXT NOT NULL,
  at INTEGER NOT NULL
) STRICT;
`;

/**
 * Permissions by argument, by effect, for a whole server or all of them; what was revoked can be taken back, and what was
 * something else in between has lapsed. `definitions` holds the hash of each tool that is allowed, by name. What is kept of a
 * server beyond its configuration is found by its name when it is put in anew.
 */
const permissions = `
CREATE TABLE rules_by_argument (
  id TEXT PRIMARY KEY,
  server_id TEXT,
  server_name TEXT NOT NULL,
  tool TEXT,
  effect TEXT NOT NULL,
  conditions TEXT NOT NULL,
  scope TEXT NOT NULL,
  conversation_id TEXT REFERENCES conversations (id) ON DELETE CASCADE,
  launch_hash TEXT,
  definitions TEXT,
  made_by TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  lapsed_at INTEGER,
  removed_at INTEGER
) STRICT;
INSERT INTO rules_by_argument (id, server_id, server_name, tool, effect, conditions, scope, conversation_id, launch_hash, definitions, made_by, created_at)
  SELECT id, server_id, server_name, tool, 'allow', '[]', scope, conversation_id, launch_hash, json_object(tool, definition_hash), 'person', created_at FROM rules ORDER BY rowid;
DROP TABLE rules;
ALTER TABLE rules_by_argument RENAME TO rules;
CREATE INDEX rules_by_server ON rules (server_id);

CREATE TABLE server_permissions (
  server_id TEXT PRIMARY KEY,
  name TEXT NOT NULL,
  launch_hash TEXT NOT NULL,
  profile TEXT NOT NULL,
  -- Whether what its profile allows at first was allowed.
  is_begun INTEGER NOT NULL,
  disabled_tools TEXT NOT NULL,
  seen_at INTEGER NOT NULL
) STRICT;
CREATE INDEX server_permissions_by_name ON server_permissions (name);
-- One row: what servers start with that are added.
CREATE TABLE permission_profile (id INTEGER PRIMARY KEY CHECK (id = 1), profile TEXT NOT NULL) STRICT;
`;

/** Servers whose calls are refused: in one chat, or (null) in all. */
const muted = `
CREATE TABLE mutes (
  id TEXT PRIMARY KEY,
  server_id TEXT NOT NULL,
  server_name TEXT NOT NULL,
  conversation_id TEXT REFERENCES conversations (id) ON DELETE CASCADE,
  since INTEGER NOT NULL
) STRICT;
`;

// What was decided and done. Never changed; the oldest go by the rule of the settings, after an entry has said up to where.
const activityLog = `
CREATE TABLE activity (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  at INTEGER NOT NULL,
  type TEXT NOT NULL,
  actor TEXT NOT NULL,
  server_id TEXT,
  server_name TEXT NOT NULL,
  conversation_id TEXT,
  call_id TEXT,
  event TEXT NOT NULL,
  searchable TEXT NOT NULL,
  trimmed_to INTEGER
) STRICT;
CREATE INDEX activity_by_server ON activity (server_id, id);
CREATE INDEX activity_by_conversation ON activity (conversation_id, id) WHERE conversation_id IS NOT NULL;
CREATE INDEX activity_by_time ON activity (at);
CREATE INDEX activity_trims ON activity (trimmed_to) WHERE trimmed_to IS NOT NULL;
CREATE TRIGGER activity_never_changes BEFORE UPDATE ON activity BEGIN
  SELECT RAISE(ABORT, 'the activity log is append-only');
END;
CREATE TRIGGER activity_goes_by_rule BEFORE DELETE ON activity
WHEN old.id > coalesce((SELECT max(trimmed_to) FROM activity WHERE trimmed_to IS NOT NULL), 0) BEGIN
  SELECT RAISE(ABORT, 'the activity log is append-only');
END;
`;

/** Whether models may ask for resources in a chat. */
const readsResources = `
ALTER TABLE conversations ADD COLUMN reads_resources INTEGER NOT NULL DEFAULT 1;
`;

/** A row a request to a model; it names its chat and server without holding on to them. Costs in US dollars. */
const usage = `
CREATE TABLE usage (
  id INTEGER PRIMARY KEY,
  at INTEGER NOT NULL,
  kind TEXT NOT NULL,
  conversation_id TEXT,
  server_id TEXT,
  provider_id TEXT NOT NULL,
  provider_name TEXT NOT NULL,
  model TEXT NOT NULL,
  input INTEGER,
  cache_read INTEGER,
  cache_write INTEGER,
  output INTEGER,
  cost REAL
) STRICT;
CREATE INDEX usage_by_time ON usage (at);
CREATE INDEX usage_by_conversation ON usage (conversation_id) WHERE conversation_id IS NOT NULL;
`;

/** Where a person put a chat: 'pinned', 'archived', or nowhere in particular. */
const places = `
ALTER TABLE conversations ADD COLUMN place TEXT;
`;

/** Which message each one follows, and the last one of what a chat shows: several may follow the same, as versions of each other. */
const versions = `
ALTER TABLE messages ADD COLUMN parent_id TEXT;
ALTER TABLE conversations ADD COLUMN head_id TEXT;
UPDATE messages SET parent_id = (SELECT b.id FROM messages b WHERE b.conversation_id = messages.conversation_id AND b.position < messages.position ORDER BY b.position DESC LIMIT 1);
UPDATE conversations SET head_id = (SELECT m.id FROM messages m WHERE m.conversation_id = conversations.id ORDER BY m.position DESC LIMIT 1);
CREATE INDEX messages_by_parent ON messages (conversation_id, parent_id);
`;

/** What was attached and is not sent yet; and which page of an app was shown last, by its hash. */
const attachedAndPages = `
CREATE TABLE attached_versions (
  server_id TEXT NOT NULL,
  uri TEXT NOT NULL,
  hash TEXT NOT NULL,
  contents TEXT NOT NULL,
  kept_at INTEGER NOT NULL,
  PRIMARY KEY (server_id, uri, hash)
) STRICT;
CREATE TABLE app_pages (
  server_id TEXT NOT NULL,
  uri TEXT NOT NULL,
  hash TEXT NOT NULL,
  seen_at INTEGER NOT NULL,
  PRIMARY KEY (server_id, uri)
) STRICT;
`;

/**
 * What of chats goes to models. In `tool_choices` the empty chat is all of them. A summary belongs to the message it was made
 * at; `undone_at` takes it back without losing it.
 */
const context = `
CREATE TABLE tool_choices (
  conversation_id TEXT NOT NULL,
  server_id TEXT NOT NULL,
  tool TEXT NOT NULL,
  choice TEXT NOT NULL,
  PRIMARY KEY (conversation_id, server_id, tool, choice)
) STRICT, WITHOUT ROWID;
CREATE TRIGGER tool_choices_go_with_chats AFTER DELETE ON conversations BEGIN
  DELETE FROM tool_choices WHERE conversation_id = old.id;
END;
CREATE TABLE found_tools (
  conversation_id TEXT NOT NULL REFERENCES conversations (id) ON DELETE CASCADE,
  server_id TEXT NOT NULL,
  tool TEXT NOT NULL,
  query TEXT NOT NULL,
  at INTEGER NOT NULL,
  PRIMARY KEY (conversation_id, server_id, tool)
) STRICT;
CREATE TABLE summaries (
  id TEXT PRIMARY KEY,
  conversation_id TEXT NOT NULL REFERENCES conversations (id) ON DELETE CASCADE,
  at_message TEXT NOT NULL,
  before_message TEXT NOT NULL,
  inside_message TEXT,
  from_part INTEGER,
  messages INTEGER NOT NULL,
  text TEXT NOT NULL,
  kind TEXT NOT NULL,
  made_by TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  model TEXT,
  undone_at INTEGER
) STRICT;
CREATE INDEX summaries_by_conversation ON summaries (conversation_id);
CREATE TABLE chat_context (
  conversation_id TEXT PRIMARY KEY REFERENCES conversations (id) ON DELETE CASCADE,
  is_automatic INTEGER NOT NULL DEFAULT 1,
  model TEXT,
  estimated INTEGER,
  reported INTEGER
) STRICT;
`;

// Which files a message needs, what is attached to a draft, and messages that wait for the answer that runs.
const filesAndQueue = `
CREATE TABLE message_files (
  message_id TEXT NOT NULL REFERENCES messages (id) ON DELETE CASCADE,
  hash TEXT NOT NULL,
  PRIMARY KEY (message_id, hash)
) STRICT;
CREATE INDEX message_files_by_hash ON message_files (hash);
ALTER TABLE drafts ADD COLUMN attachments TEXT NOT NULL DEFAULT '[]';
CREATE TABLE queued (
  id TEXT PRIMARY KEY,
  conversation_id TEXT NOT NULL REFERENCES conversations (id) ON DELETE CASCADE,
  position INTEGER NOT NULL,
  text TEXT NOT NULL,
  attachments TEXT NOT NULL,
  created_at INTEGER NOT NULL
) STRICT;
CREATE INDEX queued_by_conversation ON queued (conversation_id, position);
`;

/** Which chats came from files: of whom, which one there, and with which import. Whole once all of its messages are here. */
const importedChats = `
ALTER TABLE conversations ADD COLUMN imported_from TEXT;
CREATE TABLE imported_chats (
  conversation_id TEXT PRIMARY KEY REFERENCES conversations (id) ON DELETE CASCADE,
  source_key TEXT NOT NULL,
  import_id TEXT NOT NULL,
  updated_at INTEGER NOT NULL,
  is_whole INTEGER NOT NULL
) STRICT;
CREATE INDEX imported_chats_by_key ON imported_chats (source_key);
CREATE INDEX imported_chats_by_import ON imported_chats (import_id);
CREATE INDEX imported_chats_begun ON imported_chats (conversation_id) WHERE is_whole = 0;
`;

/**
 * Projects: a chat names the one it is in, and shows it as long as there is one. What chats hold is told in a table of its own, so
 * that a search by model, server or attachment looks into no message.
 */
const projectsAndFilters = `
CREATE TABLE projects (
  id TEXT PRIMARY KEY,
  name TEXT NOT NULL,
  instructions TEXT NOT NULL DEFAULT '',
  servers TEXT,
  revision INTEGER NOT NULL DEFAULT 1,
  created_at INTEGER NOT NULL,
  removed_at INTEGER
) STRICT;
CREATE TABLE project_files (
  project_id TEXT NOT NULL REFERENCES projects (id) ON DELETE CASCADE,
  hash TEXT NOT NULL,
  name TEXT NOT NULL,
  position INTEGER NOT NULL,
  PRIMARY KEY (project_id, hash)
) STRICT;
ALTER TABLE conversations ADD COLUMN project_id TEXT;
ALTER TABLE conversations ADD COLUMN servers TEXT;
CREATE INDEX conversations_by_project ON conversations (project_id) WHERE project_id IS NOT NULL;
CREATE TRIGGER chats_outlive_projects AFTER DELETE ON projects BEGIN
  UPDATE conversations SET project_id = NULL WHERE project_id = old.id;
END;

-- kind: 'model', 'server' (by the name it had), 'attachment' (value empty).
CREATE TABLE chat_facts (
  conversation_id TEXT NOT NULL REFERENCES conversations (id) ON DELETE CASCADE,
  kind TEXT NOT NULL,
  value TEXT NOT NULL,
  PRIMARY KEY (kind, value, conversation_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX chat_facts_by_chat ON chat_facts (conversation_id);
INSERT OR IGNORE INTO chat_facts (conversation_id, kind, value)
  SELECT conversation_id, 'model', model ->> '$.model' FROM messages WHERE json_valid(model) AND model ->> '$.model' IS NOT NULL;
INSERT OR IGNORE INTO chat_facts (conversation_id, kind, value)
  SELECT m.conversation_id, CASE p.json ->> '$.type' WHEN 'attachment' THEN 'attachment' ELSE 'server' END, CASE p.json ->> '$.type' WHEN 'attachment' THEN '' ELSE p.json ->> '$.serverName' END
  FROM parts p JOIN messages m ON m.id = p.message_id
  WHERE (p.json LIKE '{"type":"attachment"%' OR p.json LIKE '{"type":"tool-call"%') AND json_valid(p.json)
    AND (p.json ->> '$.type' = 'attachment' OR (p.json ->> '$.serverId' IS NOT NULL AND p.json ->> '$.serverName' IS NOT NULL));
`;

// Profiles of chats; `json` is what the person chose. A removed one stays while a chat has it: nothing is offered more by that.
const profiles = `
CREATE TABLE chat_profiles (
  id TEXT PRIMARY KEY,
  name TEXT NOT NULL,
  json TEXT NOT NULL,
  is_default INTEGER NOT NULL DEFAULT 0,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  removed_at INTEGER
) STRICT;
ALTER TABLE conversations ADD COLUMN profile_id TEXT;
CREATE TABLE prompt_templates (
  id TEXT PRIMARY KEY,
  name TEXT NOT NULL,
  json TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  removed_at INTEGER
) STRICT;
`;

/** Whether models may run scripts in a chat. */
const runsScripts = `
ALTER TABLE conversations ADD COLUMN runs_scripts INTEGER NOT NULL DEFAULT 0;
`;

export const migrations: readonly string[] = [v1, samplings, pinnedDefinitions, pinnedPackages, resultReviews, permissions, muted, activityLog, readsResources, usage, places, versions, attachedAndPages, context, filesAndQueue, importedChats, projectsAndFilters, profiles, runsScripts, jobs];
