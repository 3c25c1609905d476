/** Tables of jobs: calls that servers go on with as tasks, and what came of them. They outlive their chats: an id of a task is all it takes to read a result. */
export const jobs = `
CREATE TABLE jobs (
  id TEXT PRIMARY KEY,
  server_id TEXT NOT NULL,
  server_name TEXT NOT NULL,
  launch_hash TEXT NOT NULL,
  task_id TEXT NOT NULL,
  era TEXT NOT NULL,
  tool TEXT NOT NULL,
  title TEXT,
  call_id TEXT,
  conversation_id TEXT,
  message_id TEXT,
  started_at INTEGER NOT NULL,
  ttl_ms INTEGER,
  answered TEXT NOT NULL DEFAULT '[]',
  state TEXT NOT NULL DEFAULT 'working',
  status_message TEXT,
  poll_ms INTEGER,
  heard_at INTEGER NOT NULL,
  is_background INTEGER NOT NULL DEFAULT 0,
  cancel TEXT,
  ended_at INTEGER,
  result TEXT,
  problem TEXT,
  told_at INTEGER,
  removed_at INTEGER
) STRICT;
CREATE INDEX jobs_open ON jobs (server_id, launch_hash) WHERE ended_at IS NULL;
CREATE INDEX jobs_by_call ON jobs (call_id) WHERE call_id IS NOT NULL;
`;
