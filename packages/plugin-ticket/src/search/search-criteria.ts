import type { Data } from '@ticketgate/sdk';

import { articleCriteria } from './conditions/article-criteria.js';
import { catalogueCriteria } from './conditions/catalogue-criteria.js';
import { createdCriteria } from './conditions/created-criteria.js';
import { personCriteria } from './conditions/person-criteria.js';
import { queueCriteria } from './conditions/queue-criteria.js';
import { stateTypeCriteria } from './conditions/state-type-criteria.js';
import { textCriteria } from './conditions/text-criteria.js';
import { timeCriteria } from './conditions/time-criteria.js';
import { dynamicFieldCriteria } from './dynamic-fields/dynamic-field-criteria.js';
import type { Criteria } from './search-sources.js';
import { readText } from './parameters/read-parameter.js';

/** `SearchInArchive`, where there is an archive: `AllTickets`, `ArchivedTickets`, else only what is not archived. */
const archiveCriteria: Criteria = {
  parameters: 'always',
  conditions({ input, settings }) {
    if (!settings.flag('Ticket::ArchiveSystem')) return [];
    const wanted = readText(input, 'SearchInArchive');
    if (wanted === 'AllTickets') return [];
    return [() => (wanted === 'ArchivedTickets' ? 't.archive_flag = 1' : 't.archive_flag = 0')];
  },
};

/** All criteria, in the order of the statement. */
const CRITERIA: readonly Criteria[] = [
  textCriteria,
  queueCriteria,
  catalogueCriteria,
  stateTypeCriteria,
  personCriteria,
  createdCriteria,
  timeCriteria,
  articleCriteria,
  dynamicFieldCriteria,
  archiveCriteria,
];

const BY_PARAMETER = new Map(
  CRITERIA.flatMap((criteria) =>
    criteria.parameters === 'always' ? [] : criteria.parameters.map((name) => [name, criteria] as const),
  ),
);

/** The parameters that restrict a search, but for those of dynamic fields. */
export const criteriaParameters: readonly string[] = [...BY_PARAMETER.keys()];

/** The criteria that a request has: usually a few of about a hundred. */
export function criteriaOf(input: Data): readonly Criteria[] {
  const given = new Set(Object.keys(input).map((name) => BY_PARAMETER.get(name)));
  return CRITERIA.filter((criteria) => criteria.parameters === 'always' || given.has(criteria));
}
