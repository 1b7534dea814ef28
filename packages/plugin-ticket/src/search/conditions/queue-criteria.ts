import type { Catalogue } from '../../catalogue/catalogue.js';
import { isFalsy } from '../../request/family-values.js';
import { entryParameters, readEntries } from '../parameters/read-entries.js';
import type { Criteria } from '../search-sources.js';
import { isOneOf, NOTHING } from '../statement/condition.js';

const QUEUES = entryParameters('Queues');

/** `Queues` and `QueueIDs`; with `UseSubQueues` also the valid queues below them. */
export const queueCriteria: Criteria = {
  parameters: [QUEUES.names, QUEUES.ids],
  conditions({ input, catalogue }) {
    const ids = readEntries(input, QUEUES, catalogue.queues);
    if (ids === undefined) return [];
    if (ids === 'invalid') return [NOTHING];
    const below = isFalsy(input.UseSubQueues) ? [] : subQueues(ids.map(Number), catalogue);
    return [isOneOf('t.queue_id', [...ids, ...below])];
  },
};

function subQueues(ids: readonly number[], { queues }: Catalogue): readonly number[] {
  const prefixes = ids.flatMap((id) => queues.byID(id)?.name ?? []).map((name) => `${name}::`);
  return queues.all
    .filter(({ name, isValid }) => isValid && prefixes.some((prefix) => name.startsWith(prefix)))
    .map(({ id }) => id);
}
