import type { Data } from '@ticketgate/sdk';

/** Which page is asked for, and what of its tickets. */
export interface PageRequest {
  /** Tickets of this page at most. */
  readonly limit: number;
  /** The end of the page before. */
  readonly after: string | undefined;
  /** Undefined for all members. */
  readonly members: ReadonlySet<string> | undefined;
  readonly hasDynamicFields: boolean;
  readonly hasTotal: boolean;
}

/** The members that TicketList has beside the criteria, as its schema declares them. */
interface PageMembers {
  readonly Limit: number;
  readonly After?: string;
  readonly Fields?: readonly string[];
  readonly DynamicFields: 0 | 1 | boolean;
  readonly Total: 0 | 1 | boolean;
}

export function readPageRequest(input: Data): PageRequest {
  const { Limit, After, Fields, DynamicFields, Total } = input as unknown as PageMembers; // checked against the schema
  return {
    limit: Limit,
    after: After === '' ? undefined : After,
    members: Fields === undefined || Fields.length === 0 ? undefined : new Set(['TicketID', ...Fields]),
    hasDynamicFields: Boolean(DynamicFields),
    hasTotal: Boolean(Total),
  };
}
