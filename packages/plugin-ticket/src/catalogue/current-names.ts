import type { PluginParts } from '@ticketgate/sdk';

import type { TicketSystem } from '../plugin/ticket-system.js';
import type { Catalogue, CatalogueEntry, Entries } from './catalogue.js';

type Values = NonNullable<PluginParts<TicketSystem>['values']>;

/** Names in the running system that documentation lists, by the keyword `valuesOf` of schemas. */
export const currentNames: Values = {
  async Queues({ catalogue }, { caller, accounts }) {
    const groups = (await accounts.directory()).groupIDsOfAgent(caller.userID, 'ro');
    const { queues } = await catalogue.current();
    return queues.all.filter(({ isValid, groupID }) => isValid && groups.has(groupID)).map(({ name }) => name);
  },
  States: namesOf(({ states }) => states),
  Priorities: namesOf(({ priorities }) => priorities),
  Types: namesOf(({ types }) => types),
  DynamicFields: namesOf(({ dynamicFields }) => dynamicFields),
};

function namesOf(entriesOf: (catalogue: Catalogue) => Pick<Entries<CatalogueEntry>, 'all'>): Values[string] {
  return async ({ catalogue }) =>
    entriesOf(await catalogue.current())
      .all.filter(({ isValid }) => isValid)
      .map(({ name }) => name);
}
