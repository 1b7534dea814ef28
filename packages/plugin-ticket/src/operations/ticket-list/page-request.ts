import type { Data } from '@ticketgate/sdk';

import { textOf } from '../../request/family-values.js';

/** The requested page, and the members of its tickets. */
export interface PageRequest {
  /** Most tickets of the page. */
  readonly limit: number;
  /** The cursor of the previous page; `''` for the first page. */
  readonly after: string;
  /** Undefined for all members. */
  readonly members: ReadonlySet<string> | undefined;
  readonly hasDynamicFields: boolean;
  readonly hasTotal: boolean;
}

/** Reads the members of TicketList besides the criteria. */
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
