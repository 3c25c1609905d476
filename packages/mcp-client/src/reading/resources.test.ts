import { expect, it } from 'vitest';
import { readResource } from './resources.ts';

it.each([[1e308, undefined], [-5, undefined], [2 ** 53, undefined], ['1024', 1024], [0, 0], [5e12, 5e12]])('a size of %j is read as %j, and said where it is none (P08)', (size, read) => {
  const reading = readResource({ uri: 'x:y', name: 'y', size });
  if ('refused' in reading) throw new Error(reading.refused);
  expect(reading.item.size).toBe(read);
  expect(reading.item.repairs.some(({ path }) => path.endsWith('size'))).toBe(read !== size);
});
