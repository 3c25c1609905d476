import type { Preset } from '../engine/types.ts';
import { flagOption, numberOption, textOption } from '../options.ts';
import { basic } from './basic.ts';

/** "你好" in GBK. */
export const gbkGreeting = Buffer.from([0xc4, 0xe3, 0xba, 0xc3]);

/** Talks on stderr: harmless log lines, another code page, or far too much. */
export const stderr: Preset = {
  about: 'stdio: writes to stderr while it serves well',
  options: {
    line: "line written at start (default 'INFO started')",
    gbk: 'also write "你好" in GBK (default true)',
    flood: 'megabytes to write after that, as fast as they are read (default 0)',
    newline: 'false floods without any line break (default true)',
  },
  create(options) {
    const line = textOption(options, 'line', 'INFO started');
    const gbk = flagOption(options, 'gbk', true);
    const flood = numberOption(options, 'flood', 0);
    const chunk = Buffer.from(flagOption(options, 'newline', true) ? `${'x'.repeat(1023)}\n`.repeat(64) : 'x'.repeat(65_536));
    return {
      ...basic.create(options),
      script: {
        start() {
          process.stderr.write(`${line}\n`);
          if (gbk) process.stderr.write(Buffer.concat([gbkGreeting, Buffer.from('\n')]));
          let left = flood * 16;
          const pour = (): void => {
            if (left-- <= 0) return;
            process.stderr.write(chunk, () => setImmediate(pour));
          };
          pour();
        },
      },
    };
  },
};
