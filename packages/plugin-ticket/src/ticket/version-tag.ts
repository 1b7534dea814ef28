/** A ticket in one of its states. */
export interface VersionedTicket {
  readonly id: number;
  /** Every change adds to the history. */
  readonly lastHistoryID?: number | null;
}

/** The `ETag` of a ticket. A weak one: it stands for the state of the ticket, whatever of it is answered and however. */
export function versionTag(ticket: VersionedTicket): string {
  return `W/${quotedTag(ticket)}`;
}

/**
 * Whether a ticket is in one of the states that an `If-Match` names; `*` and no header stand for all. Weak tags count too, since
 * proxies make them of strong ones.
 */
export function matchesVersion(header: string | undefined, ticket: VersionedTicket): boolean {
  if (header === undefined || header.trim() === '*') return true;
  const tags = header.split(',').map((tag) => tag.trim().replace(/^W\//, ''));
  return tags.includes(quotedTag(ticket));
}

function quotedTag({ id, lastHistoryID }: VersionedTicket): string {
  return `"${id}-${lastHistoryID ?? 0}"`;
}
