import type { Data, OperationProfile } from '@ticketgate/sdk';

import { isText, textOf } from '../../../values.js';

/** List parameters that may come as one text with commas: ids hold none, names may. */
const ID_LISTS = /^(?:TicketID|(?:\w+)IDs)$/;
const CATEGORIES: Readonly<Record<string, readonly string[]>> = {
  open: ['new', 'open', 'pending reminder', 'pending auto'],
  closed: ['closed', 'merged', 'removed'],
};

/** What clients of the contract send: ids with commas, StateType `Open` and `Closed` as categories. Ids are integers, no hits an empty list. */
export const ticketSearchContract: OperationProfile = {
  readInput: (input) => ({ ...splitIDs(input), ...stateTypes(input) }),
  present: (output) => ({ TicketID: Array.isArray(output.TicketID) ? output.TicketID.map(Number) : [] }),
};

function splitIDs(input: Data): Data {
  return Object.fromEntries(
    Object.entries(input).map(([name, value]) => {
      const isList = ID_LISTS.test(name) && isText(value) && textOf(value).includes(',');
      return [
        name,
        isList
          ? textOf(value)
              .split(',')
              .map((part) => part.trim())
          : value,
      ];
    }),
  );
}

function stateTypes({ StateType: value }: Data): Data {
  if (value === undefined || value === null || value === '') return {};
  const names: readonly unknown[] = Array.isArray(value) ? value : [value];
  return { StateType: names.flatMap((name) => CATEGORIES[textOf(name).toLowerCase()] ?? [textOf(name)]) };
}
