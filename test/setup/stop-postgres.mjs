import { rmSync } from 'node:fs';

/** Stops the server of the run; on a server that was given, drops what the run left there. */
export default async function stopPostgres() {
  const { server, folder, openDatabase } = globalThis.testServer ?? {};
  if (process.env.TEST_DATABASE_URL && openDatabase !== undefined) await dropDatabases(openDatabase);
  await server?.stop();
  if (folder) rmSync(folder, { recursive: true, force: true });
}

async function dropDatabases(openDatabase) {
  const quiet = { error() {}, warn() {}, info() {}, debug() {}, child: () => quiet };
  const database = await openDatabase({ url: process.env.TEST_DATABASE_URL, poolSize: 1, logger: quiet });
  const run = process.env.TICKETGATE_TEST_RUN;
  const left = await database.query('select datname from pg_database where datname like any($1)', [
    [`template\\_${run}\\_%`, `test\\_${run}\\_%`],
  ]);
  for (const { datname } of left) await database.query(`drop database "${datname}" with (force)`);
  await database.close();
}
