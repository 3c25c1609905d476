/** Whom a server means something for (annotations of https://modelcontextprotocol.io/specification/2025-11-25/server/resources#annotations). */
import type { AnnotationsView } from '@portolan/contract/content';

/** True when it is not meant for models. */
export function isForPeopleOnly(annotations: Pick<AnnotationsView, 'audience'> | undefined): boolean {
  const audience = annotations?.audience ?? [];
  return audience.length > 0 && !audience.includes('assistant');
}
