/** What a filter is called where it is shown. */
import type { ChatFilterName, ChatFilters } from '@portolan/contract/chat-filters';
import type { Catalogue } from '@portolan/i18n/catalogue-type';
import type { Format } from '@portolan/i18n/format';
import type { ProjectView } from '@portolan/contract/projects';

export interface FilterWords {
  t: Catalogue['historyFilters'];
  format: Format;
  projects: readonly ProjectView[];
}

/** Empty for one that is not set. */
export function filterText(name: ChatFilterName, filters: ChatFilters, { t, format, projects }: FilterWords): string {
  const { projectId, server, model, place, from, until } = filters;
  switch (name) {
    case 'projectId':
      return projectId === undefined ? '' : projectId === null ? t.noProject : t.is(t.kinds.projectId, projects.find(({ id }) => id === projectId)?.name ?? t.goneProject);
    case 'server':
      return server === undefined ? '' : t.is(t.kinds.server, server);
    case 'model':
      return model === undefined ? '' : t.is(t.kinds.model, model);
    case 'hasAttachment':
      return filters.hasAttachment === undefined ? '' : t.kinds.hasAttachment;
    case 'place':
      return place === undefined ? '' : t.places[place];
    case 'from':
      return from === undefined ? '' : t.from(format.date(from));
    case 'until':
      return until === undefined ? '' : t.until(format.date(until));
    default:
      return name satisfies never;
  }
}
