import { ServiceDrafts } from '@ticketgate/database';

import { listServices } from './list-services.js';
import { defineAction } from '../tasks/action.js';
import { inputObject, momentIn, flag, named, objectOf, text, word } from '../tasks/schemas.js';
import { pageAfter, pageByName, pageOf } from '../tasks/pages.js';
import { STATES, summary } from './service-schemas.js';
import { findTraffic, trafficSchema } from '../statistics/service-traffic.js';
import { readRange } from '../statistics/time-range.js';

export const listWebServices = defineAction({
  summary:
    'Lists web services by name, each with state, origin, last change, draft, routes and warnings, and its requests, failures and durations in a period.',
  input: inputObject(
    {},
    {
      ...pageAfter,
      state: { enum: STATES },
      search: { ...word, description: 'a part of the name, in any case' },
      from: { ...momentIn, description: 'of the period; default: a day before `to`; at most 31 days' },
      to: { ...momentIn, description: 'of the period; default: now' },
    },
  ),
  answer: pageOf(named('Service', objectOf({ ...summary, hasDraft: flag, traffic: trafficSchema })), text),
  async run({ limit, after, state, search = '', ...times }, { system }) {
    const traffic = await findTraffic(system, readRange(times, system.now()));
    const drafts = await new ServiceDrafts(system.database).services();
    const part = search.toLowerCase();
    const all = await listServices(system);
    const wanted = all.filter((each) => each.name.toLowerCase().includes(part) && (state ?? each.state) === each.state);
    const { items, next } = pageByName(wanted, { limit, after });
    const shown = items.map((each) => ({
      ...each,
      hasDraft: each.id !== undefined && drafts.has(each.id),
      traffic: traffic(each.id),
    }));
    return { items: shown, next };
  },
});
