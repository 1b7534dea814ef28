import type { Data } from '@ticketgate/sdk';

import { textOf } from '../../request/family-values.js';

/** Which page is asked for, and what of its tickets. */
export interface PageRequest {
  /** Tickets of this page at most. */
  readonly limit: number;
  /** The end of the page before; `''` for none. */
  readonly after: string;
  /** Undefined for all members. */
  readonly members: ReadonlySet<string> | undefined;
  readonly hasDynamicFields: boolean;
  readonly hasTotal: boolean;
}

/** The members that TicketList has beside the criteria, which fit its schema. */
export function readPageRequest({ Limit, After, Fields, DynamicFields, Total }: Data): PageRequest {
  const fields = Array.isArray(Fields) ? Fields.map(textOf) : [];
  return {
    limit: Number(Limit),
    after: textOf(After),
    members: fields.length === 0 ? undefined : new Set(['TicketID', ...fields]),
    hasDynamicFields: Boolean(DynamicFields),
    hasTotal: Boolean(Total),
  };
}
