/** What a person types where a path belongs. */
import { homedir } from 'node:os';
import { isAbsolute, join } from 'node:path';

/** The path it stands for, `~` being the person's own folder; null where it is no absolute path. */
export function typedPath(text: string): string | null {
  const typed = text.trim();
  const path = typed === '~' ? homedir() : /^~[/\\]/.test(typed) ? join(homedir(), typed.slice(2)) : typed;
  return path.includes('\0') || !isAbsolute(path) ? null : path;
}

/** The same, but nothing of another computer: only looking at one of its shares tells that computer who is asking. */
export function typedPathHere(text: string): string | null {
  return /^\s*[/\\]{2}/.test(text) ? null : typedPath(text);
}
