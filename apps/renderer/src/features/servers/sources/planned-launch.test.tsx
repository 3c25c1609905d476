import { getCatalogue } from '@portolan/i18n/catalogue';
import { describe, expect, it } from 'vitest';
import { askedByRegistry, missingOf } from './asked.ts';
import { differenceWords } from './difference-words.ts';

const input = { key: 'tenant', place: 'address' as const, name: 'tenant', description: '', format: 'string' as const, isRequired: true, isSecret: false, isRepeated: false, placeholder: '', choices: [], default: '' };

describe('a launch that is planned (S06, H07)', () => {
  it('is not called exactly what will run while a value it needs is missing, which is named', () => {
    const fields = [askedByRegistry(input, 'Address'), askedByRegistry({ ...input, key: 'region', name: '' }, 'Address'), askedByRegistry({ ...input, key: 'port' }, 'Address')];
    expect(missingOf(fields, [{ key: 'tenant', reason: 'required' }, { key: 'region', reason: 'required' }, { key: 'port', reason: 'not-a-number' }])).toEqual(['tenant', 'Address']);
    expect(missingOf(fields, [])).toEqual([]);
  });

  it('differs in the words of the window, not in those of a file', () => {
    expect(differenceWords(getCatalogue('en'), ['url', 'args', 'cwd', 'env.TOKEN', 'headers.X-Key', 'constructor'])).toBe('Changes: address, arguments, working folder, variable TOKEN, header X-Key, constructor');
    expect(differenceWords(getCatalogue('zh-CN'), ['url'])).toBe('变化：地址');
  });
});
