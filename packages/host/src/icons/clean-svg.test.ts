import fc from 'fast-check';
import { SaxesParser } from 'saxes';
import { describe, expect, it } from 'vitest';
import { cleanSvg } from './clean-svg.ts';
import { containerElements, drawnElements } from './svg-names.ts';

const svg = (inside: string, attributes = 'viewBox="0 0 24 24"'): string => `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" ${attributes}>${inside}</svg>`;
const path = '<path d="M0 0h24v24H0z"/>';
const clean = (inside: string, attributes?: string): string => cleanSvg(svg(inside, attributes))?.text ?? 'refused';

/** What may never come out, whatever went in. */
const forbidden = /script|on[a-z]+\s*=|javascript|https?:(?!\/\/www\.w3\.org\/2000\/svg)|data:|file:|@import|<style|foreignObject|<use|<image|<a[ >]|<animate|<set|<filter|feImage|<text|<!|<\?|&[a-z]+;|xlink|\bsrc=/i;

describe('cleanSvg: what draws (H31)', () => {
  it('keeps shapes, colours, gradients, clipping and the frame', () => {
    const text = clean(
      '<title>t</title><defs><linearGradient id="g"><stop offset="0" stop-color="#fff"/></linearGradient><linearGradient id="h" xlink:href="#g" x1="0"/><clipPath id="c"><rect width="4" height="4"/></clipPath></defs>' +
        '<g fill="url(#g)" transform="translate(1 2) scale(.5)" clip-path="url(#c)"><circle cx="3" cy="3" r="2" style="fill: rgb(1, 2, 3); stroke-width:2px;stroke: url(\'#h\')"/></g>',
    );
    expect(text).toBe(
      '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24" width="256" height="256"><defs><linearGradient id="g"><stop offset="0" stop-color="#fff"></stop></linearGradient><linearGradient id="h" x1="0" href="#g"></linearGradient><clipPath id="c"><rect width="4" height="4"></rect></clipPath></defs><g transform="translate(1 2) scale(.5)" fill="url(#g)" clip-path="url(#c)"><circle cx="3" cy="3" r="2" fill="rgb(1, 2, 3)" stroke-width="2px" stroke="url(#h)"></circle></g></svg>',
    );
  });

  it.each([
    ['viewBox="0,0 16 16"', 'viewBox="0 0 16 16"'],
    ['width="16px" height="8"', 'viewBox="0 0 16 8"'],
    ['viewBox="-1e3 0 1e9 1e9"', 'viewBox="-1000 0 1000000000 1000000000"'],
  ])('gives %s the size of an icon', (attributes, expected) => {
    expect(clean(path, attributes)).toContain(`${expected} width="256" height="256"`);
  });
});

describe('cleanSvg: what does not (T:D05, T:D06, T:D07)', () => {
  it.each([
    '<script>alert(1)</script>',
    '<path d="M0 0" onload="alert(1)" onmouseover="x"/>',
    '<foreignObject><iframe xmlns="http://www.w3.org/1999/xhtml" src="https://evil.example"/></foreignObject>',
    '<a href="javascript:alert(1)"><path d="M0 0"/></a>',
    '<set attributeName="onmouseover" to="alert(1)"/>',
    '<animate attributeName="href" values="javascript:alert(1)"/>',
    '<image href="https://evil.example/a.png"/>',
    '<image xlink:href="https://evil.example/a.png"/>',
    '<use href="//evil.example/a.svg#x"/>',
    '<use href="#a"/>',
    '<filter id="f"><feImage href="https://evil.example/a"/><feGaussianBlur stdDeviation="1000000"/></filter>',
    '<style>@import url(https://evil.example/a.css); path{fill:url(https://evil.example/b)}</style>',
    '<path d="M0 0" fill="url(https://evil.example/a)"/>',
    '<path d="M0 0" style="fill:url(https://evil.example/a);background:url(//evil.example)"/>',
    '<path d="M0 0" filter="url(#f)" marker-end="url(#m)"/>',
    '<path d="M0 0" fill="&quot;/&gt;&lt;script&gt;alert(1)&lt;/script&gt;"/>',
    '<path d="M0 0 &quot; onload=&quot;alert(1)"/>',
    '<g id="&quot; onload=&quot;alert(1)"/>',
    '<linearGradient id="g" href="https://evil.example/a.svg#g"/>',
    '<text>Allow</text><tspan/>',
    '<pattern id="p"><image href="x"/></pattern>',
    '<svg onload="alert(1)"><path d="M0 0"/></svg>',
    '<x:script xmlns:x="http://www.w3.org/2000/svg">alert(1)</x:script>',
    '<html:script xmlns:html="http://www.w3.org/1999/xhtml">alert(1)</html:script>',
    '<![CDATA[<script>alert(1)</script>]]>',
  ])('nothing of %s', (inside) => {
    const text = clean(inside + path);
    expect(text).toContain('M0 0h24v24H0z');
    expect(text.replace('http://www.w3.org/2000/svg', '')).not.toMatch(forbidden);
  });

  it.each([
    ['entities', '<?xml version="1.0"?><!DOCTYPE svg [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;&a;">]><svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"><path d="M0 0"/>&b;</svg>'],
    ['an entity from elsewhere', '<!DOCTYPE svg SYSTEM "file:///etc/passwd"><svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"><path d="M0 0"/></svg>'],
    ['a million groups in each other', svg('<g>'.repeat(1_000) + path + '</g>'.repeat(1_000))],
    ['a picture of 10,000 parts', svg('<rect/>'.repeat(10_000))],
    ['fifty masks at once', svg(`<mask id="m">${path}</mask>${'<g mask="url(#m)">'.repeat(25)}${path}${'</g>'.repeat(25)}${'<path d="M0 0" mask="url(#m)"/>'.repeat(25)}`)],
    ['more text than an icon', svg(`<path d="M${'0 '.repeat(40_000)}"/>`)],
    ['nothing to draw', svg('<g><defs/></g>')],
    ['no frame', svg(path, 'width="0" height="-1"')],
    ['a frame without end', svg(path, 'viewBox="0 0 1e999 1"')],
    ['HTML', '<html><body/></html>'],
    ['another namespace', '<svg viewBox="0 0 1 1"><path d="M0 0"/></svg>'],
    ['what is not closed', svg(path).slice(0, -6)],
    ['text after it', `${svg(path)}<svg/>`],
  ])('refuses %s', (_what, text) => {
    expect(cleanSvg(text)).toBeNull();
  });

  it('draws no mask inside a mask: the second one would be drawn for each use of the first', () => {
    const text = clean(`<mask id="a"><g mask="url(#b)">${path}</g></mask><mask id="b"><g clip-path="url(#c)">${path}</g></mask><g mask="url(#a)">${path}</g>`);
    expect(text.match(/mask="url/g)).toHaveLength(1);
    expect(text).not.toContain('clip-path');
  });

  it('puts out only what is known by name, whatever it was given', () => {
    const names = fc.constantFrom('path', 'g', 'script', 'style', 'use', 'image', 'mask', 'a', 'svg', 'text', 'animate', 'clipPath', 'stop', 'foreignObject');
    const attributes = fc.array(
      fc.tuple(fc.constantFrom('d', 'fill', 'onload', 'style', 'href', 'xlink:href', 'id', 'transform', 'mask', 'viewBox', 'x', 'filter'), fc.oneof(fc.constantFrom('url(#a)', 'url(//e)', 'javascript:x', 'red', '1', '&lt;x', 'fill:url(https://e)'), fc.string().map((text) => text.replaceAll(/[<&"]/g, '')))),
      { maxLength: 4 },
    );
    const around = (inside: fc.Arbitrary<string>) => fc.tuple(names, attributes, inside).map(([name, list, text]) => `<${name}${[...new Map(list)].map(([key, value]) => ` ${key}="${value}"`).join('')}>${text}</${name}>`);
    const several = (inside: fc.Arbitrary<string>) => fc.array(around(inside), { maxLength: 3 }).map((list) => list.join(''));
    const tree = several(several(several(fc.constant(''))));
    fc.assert(
      fc.property(tree, (inside) => {
        const made = cleanSvg(svg(inside + path));
        if (made === null) return;
        const parser = new SaxesParser({ xmlns: true });
        parser.on('error', (error) => {
          throw error;
        });
        parser.on('opentag', (tag) => expect(drawnElements.has(tag.name) || containerElements.has(tag.name)).toBe(true));
        parser.on('attribute', ({ name, value }) => {
          expect(name).not.toMatch(/^on|src|filter|style/);
          if (name === 'href') expect(value).toMatch(/^#/);
          expect(value).not.toMatch(/url\((?!#)|javascript/);
        });
        parser.on('text', (text) => expect(text).toBe(''));
        parser.write(made.text).close();
        expect(cleanSvg(made.text)?.text).toBe(made.text);
      }),
      { numRuns: 500 },
    );
  });
});
