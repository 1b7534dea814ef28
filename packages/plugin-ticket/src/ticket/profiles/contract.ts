import { suggest, withSuggestion, type Data } from '@ticketgate/sdk';

import { whyNotHeld } from '../../dynamic-fields/plan-writes.js';
import { invalid } from '../../request/input-errors.js';
import { isFalsy } from '../../request/family-values.js';
import { agentsByID } from './agents-by-id.js';
import { requireOneMeaning } from './require-one-meaning.js';
import type { WriteRules } from './write-rules.js';

/** What clients of the contract may send, and which mistakes are reported. */
export const contractRules: WriteRules = {
  readParts: (parts, sources) => requireOneMeaning(agentsByID(parts, sources.directory), sources),
  requireHistory: requireNotEmpty,
  unknownField(name, fields) {
    const known = fields.map((field) => field.name);
    const sentence = `There is no dynamic field ${JSON.stringify(name.slice(0, 200))} of tickets or articles.`;
    return withSuggestion(sentence, suggest(name, known), 'DynamicFieldList lists them.');
  },
  whyNotHeld,
  isStrictOnPermissions: true,
};

/** What is sent takes the place of the setting, also when it is empty. */
function requireNotEmpty(article: Data, operation: string): void {
  const name = ['HistoryType', 'HistoryComment'].find(
    (each) => (article[each] ?? undefined) !== undefined && isFalsy(article[each]),
  );
  if (name !== undefined) throw invalid(operation, `Article->${name} is empty; write one, or leave it out.`);
}
