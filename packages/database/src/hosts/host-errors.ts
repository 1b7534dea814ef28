import { createStartError } from '@ticketgate/sdk';

export const HostUnknown = createStartError<{ lookedFor: readonly string[]; found: string }>(
  'Database.HostUnknown',
  ({ lookedFor, found }) =>
    `The database has tables that are not Ticketgate's (${found}), and it is not that of a known host. Looked for: ${lookedFor.join('; ')}. Point DATABASE_URL at the database of the host, or at an empty one.`,
);

export const HostUnfit = createStartError<{ host: string; differences: readonly string[] }>(
  'Database.HostUnfit',
  ({ host, differences }) =>
    `The database is most like that of ${host}, but operations could write wrongly to it: ${differences.join(' ')} Nothing was changed. Use a version of Ticketgate that knows this host, or report this message, so that the next one does.`,
);

export const HostForbidden = createStartError<{ host: string; user: string; lacking: readonly string[] }>(
  'Database.HostForbidden',
  ({ host, user, lacking }) =>
    `The database user ${user} lacks rights on the tables of ${host}: ${lacking.join('; ')}. Run as their owner: grant usage on schema public to ${user}; grant select, insert, update, delete on all tables in schema public to ${user}; grant usage on all sequences in schema public to ${user};`,
);
