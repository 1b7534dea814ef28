import type { LocatedDatabase } from '@ticketgate/runtime';

/** Not `DATABASE_URL`: that would change the options of the worker and their sources. */
const VARIABLE = 'TICKETGATE_DATABASE_OF_WORKER';

/** The environment variables by which a worker uses the database of the primary process. */
export function databaseVariables({ url }: LocatedDatabase): Readonly<Record<string, string>> {
  return { [VARIABLE]: url };
}

/** The database that the primary process has handed over; undefined where nobody did. */
export function readDatabaseVariables(environment: NodeJS.ProcessEnv): LocatedDatabase | undefined {
  const url = environment[VARIABLE];
  return url === undefined ? undefined : { url, embedded: undefined, origin: 'that of the primary process' };
}
