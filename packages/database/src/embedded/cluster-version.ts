import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createStartError } from '@ticketgate/sdk';

export const OtherMajorVersion = createStartError<{ cluster: string; found: string; ours: string }>(
  'Database.OtherMajorVersion',
  ({ cluster, found, ours }) =>
    `The data in ${cluster} belongs to PostgreSQL ${found}; this version of Ticketgate has PostgreSQL ${ours}, which cannot read it. Nothing was changed. With your previous version of Ticketgate, run "ticketgate backup <file>"; then move ${cluster} away, and with this version run "ticketgate restore <file>".`,
);

/** @throws StartError `Database.OtherMajorVersion` */
export function refuseOtherVersion(cluster: string, binaries: string): void {
  const file = join(cluster, 'PG_VERSION');
  if (!existsSync(file)) return;
  const found = readFileSync(file, 'utf8').trim();
  const ours = majorVersion(binaries);
  if (ours !== undefined && found !== ours) throw new OtherMajorVersion({ cluster, found, ours });
}

/** Reads the major version like initdb, from the first line of its script; undefined in distributions that keep it elsewhere. */
function majorVersion(binaries: string): string | undefined {
  const share = join(binaries, 'share');
  const folders = [share, ...(existsSync(share) ? readdirSync(share).map((name) => join(share, name)) : [])];
  const script = folders.map((folder) => join(folder, 'postgres.bki')).find((file) => existsSync(file));
  return script === undefined ? undefined : /^# PostgreSQL (\d+)/.exec(readFileSync(script, 'utf8'))?.[1];
}
