/** Runs the program itself: no shell or package manager in between, every signal reaches it, and it never outlives its starter. */
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** Resolves with the exit code to end with. */
export function runInForeground(command, args, { cwd, env }) {
  const child = spawn(command, args, { cwd, env, stdio: ['inherit', 'inherit', 'inherit', 'ipc'] });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  if (process.platform !== 'win32') process.on('SIGUSR1', () => child.kill('SIGUSR1'));
  const isStarterThere = watchStarter();
  const watching = setInterval(() => {
    if (!isStarterThere()) child.kill('SIGTERM');
  }, 1000);
  return new Promise((resolve) => {
    child.once('error', (error) => {
      process.stderr.write(`[setup] ${command} could not be started: ${error.message}\n`);
      resolve(1);
    });
    child.once('exit', (code, signal) => {
      clearInterval(watching);
      resolve(code ?? (signal ? 1 : 0));
    });
  });
}

/** npm does not always pass signals on, and cannot when it is killed: so whoever started this is looked after. */
function watchStarter() {
  const parent = process.ppid;
  const npm = process.platform === 'linux' ? npmAbove(parent) : null;
  return () => process.ppid === parent && (npm === null || isSame(npm));
}

function npmAbove(pid) {
  const shell = stat(pid);
  if (!shell || !process.env.npm_execpath) return null;
  if (!/^(sh|dash|bash)$/.test(shell.name)) return null;
  const above = stat(shell.parent);
  return above && { pid: shell.parent, started: above.started };
}

function isSame({ pid, started }) {
  return stat(pid)?.started === started;
}

function stat(pid) {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const name = text.slice(text.indexOf('(') + 1, text.lastIndexOf(')'));
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
    // A zombie has ended, only nobody has asked yet.
    return fields[0] === 'Z' ? null : { name, parent: Number(fields[1]), started: fields[19] };
  } catch {
    return null;
  }
}
