import { describe, expect, it } from 'vitest';
import { splitCommandLine } from './command-line.ts';

describe('splitCommandLine (try-out 3)', () => {
  it.each([
    ['npx -y pkg', 'npx', ['-y', 'pkg']],
    ['  node   "/a b/c.js"  \'x y\' ""', 'node', ['/a b/c.js', 'x y', '']],
    ['sh -c "echo \\"hi\\""', 'sh', ['-c', 'echo "hi"']],
    ['a b\\ c', 'a', ['b c']],
    ["a '\\n'", 'a', ['\\n']],
  ])('%s', (text, command, args) => {
    expect(splitCommandLine(text, 'linux')).toEqual({ command, args });
  });

  it('keeps backslashes on Windows', () => {
    expect(splitCommandLine('"C:\\A B\\x.exe" C:\\dir\\', 'win32')).toEqual({ command: 'C:\\A B\\x.exe', args: ['C:\\dir\\'] });
  });

  it('gives up on one word and on an open quote', () => {
    expect(splitCommandLine('npx', 'linux')).toBeNull();
    expect(splitCommandLine('npx "a', 'linux')).toBeNull();
  });
});
