import { describe, expect, it } from 'vitest';
import { Diagrams } from './diagrams.ts';
import type { DiagramReply, DiagramRequest } from './diagram-protocol.ts';
import { rewriteDiagram } from './diagram-svg.ts';
import { diagramKind, isDrawable } from './diagram-kind.ts';
import { drawDiagram } from './draw-diagram.ts';

const colours = { background: 'rgb(255, 255, 255)', text: '#222', accent: 'blue' };

/** Elements and attributes of a picture, as a browser reads them. */
function read(svg: string): { names: Set<string>; attributes: [string, string][]; text: string } {
  const document_ = new DOMParser().parseFromString(svg, 'image/svg+xml');
  const all = [...document_.querySelectorAll('*')];
  return { names: new Set(all.map(({ localName }) => localName)), attributes: all.flatMap((each) => [...each.attributes].map(({ name, value }): [string, string] => [name, value])), text: document_.documentElement.textContent };
}

describe('a diagram (C05, T:B03)', () => {
  it.each([
    ['a flowchart', 'graph TD\n  A[Start] --> B{Is it?}\n  B -->|yes| C[Done]', ['Start', 'Is it?', 'yes', 'Done']],
    ['a sequence', 'sequenceDiagram\n  Alice->>Bob: Hello\n  Bob-->>Alice: 你好', ['Alice', 'Bob', 'Hello', '你好']],
    ['states', 'stateDiagram-v2\n  [*] --> Idle\n  Idle --> Busy: work', ['Idle', 'Busy', 'work']],
    ['classes', 'classDiagram\n  class Animal {\n    +int age\n  }\n  Animal <|-- Duck', ['Animal', 'Duck', 'age']],
    ['entities', 'erDiagram\n  CUSTOMER ||--o{ ORDER : places', ['CUSTOMER', 'ORDER', 'places']],
  ])('that is %s becomes a picture with its words', async (_kind, source, words) => {
    expect(isDrawable(source)).toBe(true);
    const { svg, width, height } = await drawDiagram(source, colours);
    expect(width).toBeGreaterThan(20);
    expect(height).toBeGreaterThan(20);
    for (const word of words) expect(read(svg).text).toContain(word);
  });

  it.each([
    '%%{init:{"fontFamily":"x;a{b} :not(&){background:url(https://canary.example/f)}"}}%%\ngraph TD\n  A --> B',
    '%%{init: {"securityLevel":"loose","themeCSS":"*{background:url(https://canary.example)}"}}%%\ngraph TD\n  A["<img src=https://canary.example/i onerror=alert(1)>"] --> B["<script>alert(1)</script>"]',
    '---\nconfig:\n  securityLevel: loose\n---\ngraph TD\n  A --> B\n  click A "javascript:alert(1)"\n  click B href "https://canary.example" _blank',
    'graph TD\n  A --> B\n  style A fill:url(https://canary.example/x),stroke:expression(alert(1))\n  classDef evil fill:#fff,background:url(https://canary.example)\n  class B evil',
    'graph TD\n  A["</text></svg><script>alert(1)</script>"] --> B["&quot; onload=alert(1) x=&quot;"]',
    'sequenceDiagram\n  participant A as <iframe src="javascript:alert(1)">\n  A->>A: <svg onload=alert(1)>\n  links A: {"x": "https://canary.example"}',
    'classDiagram\n  class A["<foreignObject><body onload=alert(1)>"]\n  click A call alert(1)',
    'erDiagram\n  A ||--o{ B : "<image href=https://canary.example/y>"',
  ])('cannot run, load, link or style anything: %j (T:B03, T:B17)', async (source) => {
    const { svg } = await drawDiagram(source, colours).catch(() => ({ svg: '<svg xmlns="http://www.w3.org/2000/svg"/>' }));
    const { names, attributes } = read(svg);
    for (const name of names) expect(['svg', 'style', 'defs', 'marker', 'g', 'rect', 'circle', 'ellipse', 'line', 'polyline', 'polygon', 'path', 'text', 'tspan']).toContain(name);
    for (const [name, value] of attributes) {
      expect(name).not.toMatch(/^on|href|^style|^class/);
      if (name !== 'xmlns') expect(value).not.toMatch(/https?:|url\((?!#)|javascript:|expression/i);
    }
    expect(svg.match(/<style>/g)?.length ?? 0).toBeLessThanOrEqual(1);
    expect(svg).not.toContain('@import');
  });

  it.each([
    '<svg width="10" height="10"><a href="javascript:alert(1)"><text>x</text></a></svg>',
    '<svg width="10" height="10" onload="alert(1)"><foreignObject><body onload="alert(1)"/></foreignObject></svg>',
    '<svg width="10" height="10"><rect fill="url(https://canary.example)" style="background:url(https://canary.example)"/><use href="https://canary.example#x"/></svg>',
    '<svg width="10" height="10"><style>*{background:url(https://canary.example)}</style><set attributeName="onmouseover" to="alert(1)"/><image href="https://canary.example/x"/></svg>',
    '<svg width="10" height="10"><svg onload="alert(1)"><script>alert(1)</script></svg></svg>',
  ])('of which the drawing library let something through is written without it: %s (T:B03)', (drawn) => {
    expect(rewriteDiagram(drawn, { ...colours, accent: 'red;}*{background:url(https://canary.example)}' }).svg).not.toMatch(/alert|canary|script|foreign|href|onload|image|<use|<set|<a/);
  });

  it.each(['<!DOCTYPE svg [<!ENTITY a "b">]><svg width="1" height="1">&a;</svg>', '<svg width="1e9" height="10"/>', '<svg width="0" height="0"/>', '<svg', `<svg width="9" height="9">${'<g>'.repeat(21_000)}`])('that is no picture, or far too large, is none: %.40s (T:D07)', (drawn) => {
    expect(() => rewriteDiagram(drawn, colours)).toThrow(/./);
  });

  it('with a paint that is refused has the usual one, and can be read', () => {
    expect(rewriteDiagram('<svg width="9" height="9"><rect fill="url(https://canary.example)"/><text fill="expression(1)">x</text></svg>', colours).svg).toMatch(/<rect fill="var\(--_node-fill\)"><\/rect><text fill="var\(--_text\)">/);
  });

  it('of a kind that cannot be drawn is said to be one', () => {
    for (const source of ['pie title X', 'gantt', 'mindmap', '<script>', '']) expect(isDrawable(source)).toBe(false);
    expect(['pie title X', '---\ntitle: a\n---\n%% note\ngantt\n  title Plan', 'gitGraph:', 'xychart-beta', '<script>', '中文', ''].map(diagramKind)).toEqual(['pie', 'gantt', 'gitGraph', 'xychart-beta', '', '', '']);
  });
});

describe('drawing (C05, T:B03, T:B15)', () => {
  function workerThat(answers: (request: DiagramRequest) => DiagramReply | null): { started: number; killed: number; start: () => never } {
    const state = { started: 0, killed: 0, start: () => make() as never };
    function make() {
      state.started += 1;
      const listeners: ((event: { data: DiagramReply }) => void)[] = [];
      return {
        addEventListener: (type: string, listener: (event: { data: DiagramReply }) => void) => void (type === 'message' && listeners.push(listener)),
        postMessage: (request: DiagramRequest) => {
          const data = answers(request);
          if (data) queueMicrotask(() => listeners.forEach((listener) => listener({ data })));
        },
        terminate: () => void (state.killed += 1),
      };
    }
    return state;
  }

  it('that takes too long is ended, and the next one gets a fresh worker', async () => {
    const worker = workerThat(({ id, source }) => (source.endsWith('hang') ? null : { id, problem: 'wrong' }));
    const diagrams = new Diagrams(worker.start, { first: 20, next: 20 });
    const [slow, next] = await Promise.all([diagrams.draw('graph TD\nhang', colours), diagrams.draw('graph TD\nother', colours)]);
    expect([slow, next]).toEqual([{ problem: 'too-slow' }, { problem: 'wrong' }]);
    expect([worker.started, worker.killed]).toEqual([2, 1]);
  });

  it('is done once for a text and its colours, and not at all for a kind that is not drawn', async () => {
    const asked: string[] = [];
    const picture = { svg: '<svg/>', width: 30, height: 20 };
    const diagrams = new Diagrams(workerThat(({ id, source }) => (asked.push(source), { id, picture })).start);
    expect(diagrams.known('graph TD', colours)).toBeNull();
    expect(await Promise.all([diagrams.draw('graph TD', colours), diagrams.draw('graph TD', colours)])).toEqual([{ picture }, { picture }]);
    expect(diagrams.known('graph TD', colours)).toEqual({ picture });
    expect(diagrams.known('graph TD', { ...colours, text: 'white' })).toBeNull();
    expect(await diagrams.draw('gantt', colours)).toEqual({ problem: 'unknown' });
    expect(asked).toEqual(['graph TD']);
  });

  it('of a very long text is not tried, and where there are no workers it says so', async () => {
    const worker = workerThat(() => null);
    expect(await new Diagrams(worker.start).draw('x'.repeat(20_001), colours)).toEqual({ problem: 'too-long' });
    expect(worker.started).toBe(0);
    expect(await new Diagrams(() => null).draw('graph TD', colours)).toEqual({ problem: 'unavailable' });
  });
});
