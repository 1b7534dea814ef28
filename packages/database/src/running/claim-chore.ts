import type { Database } from '@ticketgate/sdk';

export interface ChoreClaim {
  readonly name: string;
  /** Seconds between two times that it is done. */
  readonly interval: number;
  readonly now: Date;
}

/**
 * Whether this process is the one that does a chore now: of all on the database one gets it, once per interval. A claim of a clock
 * that was ahead and has been corrected holds nobody up.
 */
export async function claimChore(database: Database, { name, interval, now }: ChoreClaim): Promise<boolean> {
  const claimed = await database.query(
    `insert into ticketgate.chore as chore (name, began_at) values ($1, $2)
     on conflict (name) do update set began_at = excluded.began_at
       where chore.began_at <= excluded.began_at - make_interval(secs => $3)
         or chore.began_at > excluded.began_at + make_interval(secs => $3)
     returning name`,
    [name, now.toISOString(), interval],
  );
  return claimed.length > 0;
}
