import type { SharedStatement } from '@ticketgate/sdk';

import type { SessionRow } from './session-data.js';

interface NewSession {
  readonly id: string;
  readonly data: SessionRow;
}

const INSERT = `insert into sessions (session_id, data_key, data_value, serialized)
select row.id, row.key, row.value, 0 from unnest($1::text[], $2::text[], $3::text[]) as row (id, key, value)`;

/** Stores new sessions, a row for each value. */
export const insertSession: SharedStatement<NewSession> = {
  sizeOf: ({ data }) => Object.values(data).reduce((sum, value) => sum + (value?.length ?? 0), 0),
  statementFor(sessions) {
    const rows = sessions.flatMap(({ id, data }) => Object.entries(data).map(([key, value]) => ({ id, key, value })));
    const values = [rows.map(({ id }) => id), rows.map(({ key }) => key), rows.map(({ value }) => value)];
    return { text: INSERT, values };
  },
};
