/** `startup`, `limits` and what is off of one server, beside its other fields under our own key. */
import type { Json } from '@portolan/contract/json';
import { SamplingBudget } from '@portolan/contract/sampling';
import { ServerLimits, Startup } from '@portolan/contract/servers';
import type { ServerCare } from '../ports.ts';
import { elements, member, properties, toValue } from './jsonc-tree.ts';
import type { Node } from './jsonc-tree.ts';

/** Limits may be written by hand; one beyond these is as if it were not there. */
const bounds: Record<Exclude<keyof ServerLimits, 'restarts' | 'toolSeconds'>, [least: number, most: number]> = {
  connectSeconds: [0.1, 3600],
  callSeconds: [0.1, 86_400],
  callTotalSeconds: [0.1, 86_400],
  callsAtOnce: [1, 1000],
  logLines: [100, 200_000],
};

/** Undefined when nothing of it stands there. A value that can't be used is left out; the file keeps it. */
export function readCare(ours: Node | undefined): ServerCare | undefined {
  const care: ServerCare = {};
  const startup = Startup.safeParse(member(ours, 'startup')?.value);
  if (startup.success) care.startup = startup.data;
  const elicitation = member(ours, 'elicitation')?.value;
  if (elicitation === 'ask' || elicitation === 'off') care.elicitation = elicitation;
  const sampling = member(ours, 'sampling')?.value;
  if (sampling === 'ask' || sampling === 'off') care.sampling = sampling;
  const budget = member(ours, 'samplingBudget');
  const parsedBudget = budget === undefined ? undefined : SamplingBudget.safeParse(toValue(budget));
  if (parsedBudget?.success === true) care.samplingBudget = parsedBudget.data;
  const roots = member(ours, 'roots');
  if (roots?.type === 'array') care.roots = texts(roots).slice(0, 100);
  const limits = readLimits(member(ours, 'limits'));
  if (Object.keys(limits).length > 0) care.limits = limits;
  const prompts = texts(member(ours, 'disabledPrompts'));
  if (prompts.length > 0) care.disabledPrompts = prompts;
  const resources = texts(member(ours, 'disabledResources'));
  if (resources.length > 0) care.disabledResources = resources;
  return Object.keys(care).length === 0 ? undefined : care;
}

/** What has to be written, and only that: a value by hand that could not be read stays as it is. Undefined takes a field out. */
export function careEdits(before: ServerCare = {}, after: ServerCare = {}): { path: string[]; value: Json | undefined }[] {
  const edits: { path: string[]; value: Json | undefined }[] = [];
  const note = (path: string[], from: Json | undefined, to: Json | undefined): void => {
    if (JSON.stringify(from) !== JSON.stringify(to)) edits.push({ path, value: to });
  };
  note(['startup'], before.startup, after.startup);
  note(['sampling'], before.sampling, after.sampling);
  note(['samplingBudget'], before.samplingBudget, after.samplingBudget);
  note(['roots'], before.roots, after.roots);
  note(['elicitation'], before.elicitation, after.elicitation);
  note(['disabledPrompts'], listOrNone(before.disabledPrompts), listOrNone(after.disabledPrompts));
  note(['disabledResources'], listOrNone(before.disabledResources), listOrNone(after.disabledResources));
  const names = Object.keys(ServerLimits.shape) as (keyof ServerLimits)[];
  for (const name of names) note(['limits', name], before.limits?.[name], after.limits?.[name]);
  return edits;
}

function listOrNone(list: string[] | undefined): string[] | undefined {
  return list === undefined || list.length === 0 ? undefined : list;
}

function readLimits(node: Node | undefined): ServerLimits {
  const limits: ServerLimits = {};
  for (const { key, value } of properties(node)) {
    if (key === 'toolSeconds') {
      const tools = readToolSeconds(value);
      if (Object.keys(tools).length > 0) limits.toolSeconds = tools;
      continue;
    }
    if (!Object.hasOwn(ServerLimits.shape, key)) continue;
    const parsed = ServerLimits.safeParse({ [key]: toValue(value) });
    const bound = Object.hasOwn(bounds, key) ? bounds[key as keyof typeof bounds] : undefined;
    const number = parsed.success ? parsed.data[key as keyof ServerLimits] : undefined;
    if (!parsed.success || (bound !== undefined && (typeof number !== 'number' || number < bound[0] || number > bound[1]))) continue;
    Object.assign(limits, parsed.data);
  }
  return limits;
}

/** Tools beyond these are as if they were not there. */
const maxTools = 1000;

function readToolSeconds(node: Node | undefined): Record<string, number> {
  const [least, most] = bounds.callSeconds;
  const seconds = properties(node).flatMap(({ key, value }): [string, number][] => (key !== '__proto__' && typeof value.value === 'number' && value.value >= least && value.value <= most ? [[key, value.value]] : []));
  return Object.fromEntries(seconds.slice(0, maxTools));
}

function texts(node: Node | undefined): string[] {
  return elements(node).flatMap((item) => (typeof item.value === 'string' ? [item.value] : []));
}
