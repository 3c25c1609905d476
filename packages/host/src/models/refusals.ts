/** What models have refused while the host runs, so that it is not sent to them again. Forgotten at the next start. */
import type { StepMaker } from './lower/provider-state.ts';
import type { OfferedTool } from './tools.ts';

interface Refused {
  images: boolean;
  longDescriptions: boolean;
  /** By fingerprint: a changed tool gets another chance. `name` is the tool's name towards models. */
  tools: Map<string, { name: string; reason: string }>;
}

export class Refusals {
  readonly #byModel = new Map<string, Refused>();

  of(maker: StepMaker): Refused {
    const key = JSON.stringify([maker.origin, maker.kind, maker.model]);
    let refused = this.#byModel.get(key);
    if (!refused) this.#byModel.set(key, (refused = { images: false, longDescriptions: false, tools: new Map() }));
    return refused;
  }

  /** For a tool's page: which models refused it, and in which words. */
  sentences(modelName: string): string[] {
    return [...this.#byModel].flatMap(([key, { tools }]) => [...tools.values()].filter(({ name }) => name === modelName).map(({ reason }) => `Left out for ${modelIn(key)}. ${reason}`));
  }
}

function modelIn(key: string): string {
  const parts: unknown = JSON.parse(key);
  return Array.isArray(parts) ? String(parts[2]) : '';
}

/**
 * The tools a complaint is about: by name, or by place as in `tools[3]`, `tools.3.custom` or `function_declarations[3]`.
 * Empty when it names none.
 */
export function toolsNamedIn(complaint: string, tools: readonly OfferedTool[]): OfferedTool[] {
  const words = new Set(complaint.match(/[a-zA-Z0-9_-]+/g) ?? []);
  const named = tools.filter((tool) => words.has(tool.name));
  if (named.length > 0) return named;
  const places = [/function_?declarations\[(\d+)\]/gi, /\btools(?:\[(\d+)\]|\.(\d+)\b)/g];
  for (const pattern of places) {
    const found = [...complaint.matchAll(pattern)].map((match) => tools[Number(match[1] ?? match[2])]).filter((tool) => tool !== undefined);
    if (found.length > 0) return [...new Set(found)];
  }
  return [];
}

/** True when a refusal may be about tools although it names none. */
export function mayBeAboutTools(complaint: string): boolean {
  return complaint.trim().length < 20 || /tool|function|schema|parameter|propert|\bref\b|\$ref|json|argument/i.test(complaint);
}

const maxProbes = 20;

/**
 * Finds the tools that make a service refuse, by asking with halves of them. `isRefused` makes one small request; it
 * returns null when that failed for another reason, which ends the search. Null when tools are not the cause. After 20
 * requests, what is still under suspicion counts as refused.
 */
export async function findRefusedTools(tools: readonly OfferedTool[], isRefused: (tools: readonly OfferedTool[]) => Promise<boolean | null>): Promise<OfferedTool[] | null> {
  let probes = 0;
  const probe = (subset: readonly OfferedTool[]) => {
    probes++;
    return isRefused(subset);
  };
  if ((await probe([])) !== false) return null;
  const refused: OfferedTool[] = [];
  const suspects: OfferedTool[][] = [[...tools]];
  for (let group = suspects.pop(); group; group = suspects.pop()) {
    if (group.length === 1 || probes + 2 > maxProbes) {
      refused.push(...group);
      continue;
    }
    const middle = Math.ceil(group.length / 2);
    const halves = [group.slice(0, middle), group.slice(middle)];
    const guilty: OfferedTool[][] = [];
    for (const half of halves) {
      const answer = await probe(half);
      if (answer === null) return null;
      if (answer) guilty.push(half);
    }
    // Only together they are too much: one half has to go.
    if (guilty.length === 0) refused.push(...(halves[1] ?? []));
    suspects.push(...guilty);
  }
  return refused;
}
