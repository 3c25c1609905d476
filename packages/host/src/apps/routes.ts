/** The contract's methods on apps. */
import type { apps as contract } from '@portolan/contract/apps';
import type { HandlersFor } from '@portolan/contract/contract';
import type { Apps } from './apps.ts';

export function appsRoutes({ apps }: { apps: Apps }): HandlersFor<typeof contract> {
  return {
    'apps/open': (input, context) => apps.open(input, context),
    'apps/call': (input, context) => apps.call(input, context),
    'apps/readResource': (input, context) => apps.readResource(input, context),
    'apps/listResources': (input, context) => apps.listResources(input, context),
    'apps/knowPage': (input, context) => {
      apps.knowPage(input, context);
      return {};
    },
    'apps/log': (input, context) => {
      apps.log(input, context);
      return {};
    },
  };
}
