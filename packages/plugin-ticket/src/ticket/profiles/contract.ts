import { suggest, withSuggestion, type Data } from '@ticketgate/sdk';

import { whyNotAddressLine } from '../../addresses/email.js';
import { whyNotHeld } from '../../dynamic-fields/plan-writes.js';
import { invalid, shown } from '../../request/input-errors.js';
import { isFalsy } from '../../request/family-values.js';
import { agentsByID } from './agents-by-id.js';
import { requireOneMeaning } from './require-one-meaning.js';
import type { CustomerSources, WriteRules } from './write-rules.js';

/** The rules for input of the contract, and the mistakes that are reported. */
export const contractRules: WriteRules = {
  readParts: (parts, sources) => requireOneMeaning(agentsByID(parts, sources.directory), sources),
  requireHistory: requireNotEmpty,
  whyNotCustomer,
  unknownField(name, fields) {
    const known = fields.map((field) => field.name);
    const sentence = `There is no dynamic field ${JSON.stringify(name.slice(0, 200))} of tickets or articles.`;
    return withSuggestion(sentence, suggest(name, known), 'DynamicFieldList lists them.');
  },
  whyNotHeld,
  isStrictOnPermissions: true,
};

/** The address of somebody known is one, whatever its domain. */
async function whyNotCustomer(
  text: string,
  { customer, customers, settings }: CustomerSources,
): Promise<string | undefined> {
  if (customer !== undefined) return ` The customer user ${shown(text)} is not valid.`;
  const why = await whyNotAddressLine(text, settings);
  if (why === undefined || (await customers.findByEmail(text))?.isValid === true) return undefined;
  return ` There is no valid customer user with this login or address, and ${why}.`;
}

/** A value that is sent replaces the setting, even if it is empty. */
function requireNotEmpty(article: Data, operation: string): void {
  const name = ['HistoryType', 'HistoryComment'].find(
    (each) => (article[each] ?? undefined) !== undefined && isFalsy(article[each]),
  );
  if (name !== undefined) throw invalid(operation, `Article->${name} is empty; write one, or leave it out.`);
}
