import type { Data } from '@ticketgate/sdk';

import { readText } from '../parameters/read-parameter.js';
import type { TIME_FORMS } from '../parameters/read-time-limits.js';

/** What each form of a time is made of: parts that are needed together. */
const FORM_PARTS = {
  TimeSlot: [
    ['StartYear', 'StartMonth', 'StartDay'],
    ['StopYear', 'StopMonth', 'StopDay'],
  ],
  TimePoint: [['Point', 'PointFormat']],
} as const;

/** Parts of a time that count for nothing, as their form is not chosen or lacks others. In the family, they restrict nothing. */
export function findFormMistake([form, prefix]: (typeof TIME_FORMS)[number], input: Data): string | undefined {
  const chosen = readText(input, form);
  const isGiven = (part: string) => readText(input, prefix + part) !== undefined;
  for (const [kind, wholes] of Object.entries(FORM_PARTS)) {
    const begun = wholes.filter((whole) => whole.some(isGiven)).flat();
    const given = begun.find(isGiven);
    if (given !== undefined && chosen !== kind)
      return `${prefix}${given} counts only with ${form}; write ${kind} there.`;
    const needed: readonly string[] = given === undefined ? wholes[0] : begun;
    const absent = chosen === kind ? needed.find((part) => !isGiven(part)) : undefined;
    if (absent !== undefined) return `${form} is "${kind}", which needs ${prefix}${absent}; send it too.`;
  }
  return undefined;
}
