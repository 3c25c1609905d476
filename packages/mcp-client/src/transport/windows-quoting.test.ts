import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

interface Parsed {
  command: string;
  args: string[];
  options: { windowsVerbatimArguments?: boolean };
}

/** What the library we start programs with makes of a command on Windows; it decides by the platform it is loaded on. */
function onWindows(command: string, args: readonly string[]): Parsed {
  const code = `Object.defineProperty(process, 'platform', { value: 'win32' });
    process.env.comspec = 'cmd.exe'; process.env.PATHEXT = '.EXE;.CMD';
    const { _parse } = require('cross-spawn');
    const { command, args, options } = _parse(${JSON.stringify(command)}, ${JSON.stringify(args)}, {});
    console.log(JSON.stringify({ command, args, options }));`;
  return JSON.parse(execFileSync(process.execPath, ['-e', code], { cwd: fileURLToPath(new URL('../..', import.meta.url)) }).toString()) as Parsed;
}

/**
 * What cmd.exe does to a line before the program sees it: inside and outside of quotes `%NAME%` is replaced, outside of them
 * `&`, `|`, `<`, `>` end the command, and `^` takes the meaning from the next character (https://ss64.com/nt/syntax-esc.html).
 */
function readByCmd(line: string): { text: string; isCut: boolean } {
  let text = '';
  let isCut = false;
  let isQuoted = false;
  for (let at = 0; at < line.length; at += 1) {
    const char = line.charAt(at);
    if (char === '^' && !isQuoted) {
      at += 1;
      text += line.charAt(at);
      continue;
    }
    if (char === '"') isQuoted = !isQuoted;
    if (!isQuoted && '&|<>'.includes(char)) isCut = true;
    if (char === '%') isCut = true;
    text += char;
  }
  return { text, isCut };
}

/** How a program takes its line apart again, by the rules of the C runtime. */
function argumentsOf(line: string): string[] {
  const found: string[] = [];
  let current: string | null = null;
  let isQuoted = false;
  for (let at = 0; at < line.length; ) {
    const slashes = /^\\*/.exec(line.slice(at))?.[0].length ?? 0;
    if (slashes > 0) {
      const isBeforeQuote = line.charAt(at + slashes) === '"';
      current = (current ?? '') + '\\'.repeat(isBeforeQuote ? Math.floor(slashes / 2) : slashes);
      at += slashes;
      if (isBeforeQuote && slashes % 2 === 1) {
        current += '"';
        at += 1;
      }
      continue;
    }
    const char = line.charAt(at);
    at += 1;
    if (char === '"') {
      isQuoted = !isQuoted;
      current ??= '';
    } else if (char === ' ' && !isQuoted) {
      if (current !== null) found.push(current);
      current = null;
    } else current = (current ?? '') + char;
  }
  if (current !== null) found.push(current);
  return found;
}

const hostile = ['&calc&', '%PATH%', 'a"b', 'ends in \\', '^', 'a b', '', '你好', '"&calc&"', '|more', '>file', '(x)', '!x!', '-c', 'a\\"b'];

describe.skipIf(process.platform === 'win32')('a .cmd on Windows', () => {
  it('is run by cmd.exe with every argument quoted so that it arrives as it was written, and starts nothing else (T:A12, try-out 2, try-out 3)', () => {
    const { command, args, options } = onWindows('C:\\Program Files\\nodejs\\npx.cmd', hostile);
    expect(command).toBe('cmd.exe');
    expect(args.slice(0, 3)).toEqual(['/d', '/s', '/c']);
    expect(options.windowsVerbatimArguments).toBe(true);
    // `/s` takes the outer quotes off, and nothing else.
    const { text, isCut } = readByCmd((args[3] ?? '').slice(1, -1));
    expect(isCut).toBe(false);
    const npx = 'C:\\Program Files\\nodejs\\npx.cmd ';
    expect(text.startsWith(npx)).toBe(true);
    expect(argumentsOf(text.slice(npx.length))).toEqual(hostile);
  });

  it('that npm put into a project is quoted twice, for it hands its arguments on by another line of cmd (T:A12)', () => {
    const shim = program('node_modules/.bin/server.cmd');
    const { args } = onWindows(shim, hostile);
    const once = readByCmd((args[3] ?? '').slice(1, -1));
    const twice = readByCmd(once.text.slice(shim.length));
    expect([once.isCut, twice.isCut]).toEqual([false, false]);
    expect(argumentsOf(twice.text)).toEqual(hostile);
  });

  it('an .exe gets its arguments without any shell (T:A12)', () => {
    const file = program('tool.exe');
    const { command, args, options } = onWindows(file, hostile);
    expect([command, args, options.windowsVerbatimArguments]).toEqual([file, hostile, undefined]);
  });
});

/** A file of that name in a folder of its own. */
function program(name: string): string {
  const file = join(mkdtempSync(join(tmpdir(), 'quoting-')), name);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, '');
  return file;
}
