/** The reader of templates on any text at all. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readTemplate, variablesOf } from '@portolan/contract/template-text';
import { fillTemplate } from './fill-template.ts';

/** Texts made of what means something, so that most of them are nearly templates. */
const pieces = fc.constantFrom('{{', '}}', '{', '}', '\\{{', '\\', '\n', ' ', 'tool:', 'resource:', 'a', 'files', '/', 'b_1', ':', '数', '\u{1f600}', '\ud83d', 'file:///x');
const text = fc.oneof(fc.array(pieces, { maxLength: 40 }).map((parts) => parts.join('')), fc.string({ unit: 'binary', maxLength: 80 }));
const options = { servers: [], bound: {}, offers: () => true, offersServer: () => true };

describe('reading a template (C11)', () => {
  it('never fails; every character belongs to exactly one place, in order', () => {
    fc.assert(fc.property(text, (source) => {
      const parts = readTemplate(source);
      let at = 0;
      for (const { start, end } of parts) {
        expect(start).toBe(at);
        expect(end).toBeGreaterThan(start);
        at = end;
      }
      expect(at).toBe(source.length);
      // What is found is what stands there.
      for (const part of parts) {
        if (part.type === 'variable') expect(source.slice(part.start + 2, part.end - 2).trim()).toBe(part.name);
        if (part.type === 'tool' || part.type === 'resource') expect(source.slice(part.start, part.end)).toContain(part.of);
      }
    }));
  });

  it('gives back what has no braces in it, and any text at all once its braces are escaped', () => {
    fc.assert(fc.property(text, (source) => {
      const escaped = source.replaceAll('\\', '').replaceAll('{{', String.raw`\{{`);
      expect(readTemplate(escaped).filter(({ type }) => type !== 'text')).toEqual([]);
      expect(fillTemplate(escaped, { ...options, values: {} }).text).toBe(source.replaceAll('\\', ''));
    }));
  });

  it('puts values in as they are: braces in them are no places, and no value can become another’s', () => {
    fc.assert(fc.property(fc.array(text, { minLength: 1, maxLength: 4 }), fc.array(fc.constantFrom('a', 'b', 'c'), { maxLength: 6 }), (values, names) => {
      const source = names.map((name) => `${name}={{${name}}};`).join('');
      const given = Object.fromEntries(['a', 'b', 'c'].map((name, index) => [name, values[index % values.length] ?? '']));
      const filled = fillTemplate(source, { ...options, values: given });
      expect(filled.text).toBe(names.map((name) => `${name}=${given[name] ?? ''};`).join(''));
      expect(filled).toMatchObject({ attachments: [], tools: [], problems: [] });
      expect(variablesOf(readTemplate(source))).toEqual([...new Set(names)]);
    }));
  });
});
