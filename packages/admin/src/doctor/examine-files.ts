import { createPrivateKey, X509Certificate } from 'node:crypto';
import { existsSync, readFileSync, statfsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { SECRET_VARIABLE } from '@ticketgate/definition';
import type { Configuration, System } from '@ticketgate/runtime';

import { about, error, fine, type Finding, type Found, warning } from './finding.js';

const DAY_MILLISECONDS = 86_400_000;
/** Days before the end of a certificate when it should have been renewed. */
const RENEWAL_DAYS = 21;
/** Bytes below which the disk is nearly full, and full. */
const LITTLE_SPACE = 2e9;
const NO_SPACE = 2e8;
const READABLE_BY_OTHERS = 0o004;

export function examineFiles(system: System): readonly Finding[] {
  const { configuration } = system;
  return [
    ...examineCertificate(configuration.tls, system.now()),
    ...examinePermissions(system),
    ...examineDisk(configuration),
  ];
}

function examineCertificate({ certificate, key }: Configuration['tls'], now: Date): readonly Finding[] {
  return certificate === null || key === null ? [] : about('certificate', [judge({ certificate, key }, now)]);
}

/** @param files the paths of a certificate and its key */
function judge({ certificate, key }: { readonly certificate: string; readonly key: string }, now: Date): Found {
  try {
    const found = new X509Certificate(readFileSync(certificate));
    const end = new Date(found.validTo);
    const days = Math.floor((end.getTime() - now.getTime()) / DAY_MILLISECONDS);
    const until = `${certificate} is valid until ${end.toISOString().slice(0, 10)}`;
    if (!found.checkPrivateKey(createPrivateKey(readFileSync(key))))
      return error(`${certificate} and ${key} do not belong together.`, 'Name the key that it was made with.');
    if (new Date(found.validFrom) > now)
      return error(`${certificate} is not valid yet.`, 'Check the clock of this machine.');
    if (days < 0) return error(`${until}, so clients refuse it.`, 'Renew it; the server reads it again.');
    return days < RENEWAL_DAYS ? warning(`${until}.`, 'Renew it; the server reads it again.') : fine(`${until}.`);
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    return error(`It cannot be used: ${reason}.`, 'Correct tls.certificate and tls.key.');
  }
}

/** Files with secrets must be readable by the server's user only. */
function examinePermissions({ configuration, sources }: System): readonly Finding[] {
  const withSecrets = [...sources].flatMap(([option, { kind, name }]) =>
    kind === 'file' && SECRETS[option]?.(configuration) === true ? [name] : [],
  );
  const files = [configuration.tls.key, join(configuration.data, 'postgresql.password'), ...withSecrets];
  const open = [...new Set(files)].filter((file) => file !== null && isReadableByOthers(file));
  const message = `Everybody on this machine can read ${open.join(', ')}.`;
  const found = open.length === 0 ? [] : [error(message, `Run: chmod o-rwx ${open.join(' ')}`)];
  return about('permissions', found, 'Nobody else on this machine can read files with secrets.');
}

/** By option, whether its value is a secret. */
const SECRETS: Readonly<Record<string, (configuration: Configuration) => boolean>> = {
  'database.url': ({ database }) => hasPassword(database.url),
  'database.directUrl': ({ database }) => hasPassword(database.directUrl),
  'database.reads': ({ database }) => database.reads?.hosts.some(hasPassword) === true,
  'oidc.clientSecret': ({ oidc }) => oidc.clientSecret !== null && !SECRET_VARIABLE.test(oidc.clientSecret),
  'metrics.token': ({ metrics }) => metrics.token !== null && metrics.token !== '',
};

function hasPassword(url: string | null): boolean {
  return url !== null && /:\/\/[^/@]*:[^@]+@|[?&]password=/.test(url);
}

function isReadableByOthers(file: string): boolean {
  if (process.platform === 'win32' || !existsSync(file)) return false;
  return (statSync(file).mode & READABLE_BY_OTHERS) !== 0;
}

/** The disk of the embedded PostgreSQL; disks of other machines cannot be seen from here. */
function examineDisk({ data }: Configuration): readonly Finding[] {
  const folder = existsSync(data) ? data : process.cwd();
  const { bavail, bsize } = statfsSync(folder);
  const free = bavail * bsize;
  const message = `${(free / 1e9).toFixed(1)} GB are free for ${folder}.`;
  const little = free < LITTLE_SPACE ? [warning(message, 'Make room before writes fail.')] : [];
  const found = free < NO_SPACE ? [error(message, 'Make room: writes fail when it is full.')] : little;
  return about('disk', found, message);
}
