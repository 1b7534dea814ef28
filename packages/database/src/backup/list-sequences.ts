import type { Client } from 'pg';

import { SCHEMAS } from './backup-format.js';

export interface BackupSequence {
  /** Quoted, with its schema. */
  readonly name: string;
  readonly value: string;
  readonly isCalled: boolean;
}

/** Sequences do not take part in transactions: read after the tables, they are at least as far as the rows. */
export async function listSequences(client: Client): Promise<readonly BackupSequence[]> {
  const { rows } = await client.query<{ name: string; value: string; isCalled: boolean }>(
    `select quote_ident(schemaname) || '.' || quote_ident(sequencename) as name,
       coalesce(last_value, start_value)::text as value, last_value is not null as "isCalled"
     from pg_sequences where schemaname = any($1) order by 1`,
    [SCHEMAS],
  );
  return rows;
}
