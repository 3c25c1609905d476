/** What is wrong at a place of a prompt template, as a sentence. */
import type { Catalogue } from './catalogue-type.ts';

/** Of the contract's problem what a sentence needs. */
export interface SaidTemplateProblem {
  kind: 'unreadable' | 'server-unknown' | 'tool-unknown' | 'resource-unknown' | 'ambiguous' | 'not-checked' | 'off' | 'not-offered' | 'other-server';
  of: string;
  server?: string | undefined;
  servers?: readonly string[] | undefined;
}

export function templateProblemText({ kind, of, server = '', servers = [] }: SaidTemplateProblem, t: Pick<Catalogue, 'templates'>): string {
  const p = t.templates.problems;
  switch (kind) {
    case 'unreadable':
      return Object.entries(p.unreadable).find(([fault]) => fault === of)?.[1] ?? p.unreadable.name;
    case 'server-unknown':
      return p.serverUnknown(of);
    case 'tool-unknown':
      return p.toolUnknown(of, server);
    case 'resource-unknown':
      return server === '' ? p.resourceUnknown(of) : p.resourceUnknownIn(of, server);
    case 'ambiguous':
      return p.ambiguous(of, servers.join(', '));
    case 'not-checked':
      return p.notChecked(of, server);
    case 'off':
      return p.off(of, server);
    case 'not-offered':
      return p.notOffered(of, server);
    case 'other-server':
      return p.otherServer(of, server);
  }
}
