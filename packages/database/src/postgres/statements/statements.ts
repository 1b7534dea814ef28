import type { Migration } from '@ticketgate/sdk';

/** A migration that runs statements in order. */
export function statements(...texts: readonly string[]): Migration['up'] {
  return async (database) => {
    for (const text of texts) await database.query(text);
  };
}
