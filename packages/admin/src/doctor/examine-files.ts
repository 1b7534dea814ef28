import { createPrivateKey, X509Certificate } from 'node:crypto';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { SECRET_VARIABLE } from '@ticketgate/definition';
import { type Configuration, findDisk, type System } from '@ticketgate/runtime';
import { explainError, isSecretName } from '@ticketgate/sdk';
import { declareMessages } from '@ticketgate/sdk/schema';

import { DAY } from '../tasks/schemas.js';
import { about, error, fine, type Finding, type Found, warning } from './finding.js';

/** Days before the end of a certificate when it should have been renewed. */
const RENEWAL_DAYS = 21;
/** Bytes below which the disk is nearly full, and full. */
const LITTLE_SPACE = 2e9;
const NO_SPACE = 2e8;
const READABLE_BY_OTHERS = 0o004;

const say = declareMessages({
  'finding.certificate': '{certificate} is valid until {day}.',
  'finding.certificate.ended': '{certificate} is valid until {day}, so clients refuse it.',
  'finding.certificate.renew': 'Renew it; the server reads it again.',
  'finding.certificate.pair': '{certificate} and {key} do not belong together.',
  'finding.certificate.name-key': 'Name the key that it was made with.',
  'finding.certificate.early': '{certificate} is not valid yet.',
  'finding.certificate.check-clock': 'Check the clock of this machine.',
  'finding.certificate.unusable': 'It cannot be used: {reason}.',
  'finding.certificate.correct': 'Correct tls.certificate and tls.key.',
  'finding.permissions': 'Nobody else on this machine can read files with secrets.',
  'finding.permissions.open': 'Everybody on this machine can read {files}.',
  'finding.permissions.close': 'Run: chmod o-rwx {words}',
  'finding.disk': '{size} GB are free for {folder}.',
  'finding.disk.little': 'Make room before writes fail.',
  'finding.disk.full': 'Make room: writes fail when it is full.',
});

export async function examineFiles(system: System): Promise<readonly Finding[]> {
  const { configuration } = system;
  return [
    ...examineCertificate(configuration.tls, system.now()),
    ...examinePermissions(system),
    ...(await examineDisk(configuration)),
  ];
}

function examineCertificate({ certificate, key }: Configuration['tls'], now: Date): readonly Finding[] {
  if (certificate === null || key === null) return [];
  return [{ ...judge({ certificate, key }, now), subject: 'certificate' }];
}

/** @param files the paths of a certificate and its key */
function judge({ certificate, key }: { readonly certificate: string; readonly key: string }, now: Date): Found {
  try {
    const found = new X509Certificate(readFileSync(certificate));
    const end = new Date(found.validTo);
    const days = Math.floor((end.getTime() - now.getTime()) / DAY);
    const until = { certificate, day: end.toISOString().slice(0, 10) };
    if (!found.checkPrivateKey(createPrivateKey(readFileSync(key))))
      return error(say('finding.certificate.pair', { certificate, key }), say('finding.certificate.name-key'));
    if (new Date(found.validFrom) > now)
      return error(say('finding.certificate.early', { certificate }), say('finding.certificate.check-clock'));
    const renew = say('finding.certificate.renew');
    if (days < 0) return error(say('finding.certificate.ended', until), renew);
    const valid = say('finding.certificate', until);
    return days < RENEWAL_DAYS ? warning(valid, renew) : fine(valid);
  } catch (cause) {
    const unusable = say('finding.certificate.unusable', { reason: explainError(cause) });
    return error(unusable, say('finding.certificate.correct'));
  }
}

/** Files with secrets must be readable by the server's user only. */
function examinePermissions({ configuration, sources }: System): readonly Finding[] {
  const withSecrets = [...sources].flatMap(([option, { kind, name }]) =>
    kind === 'file' && (SECRETS[option]?.(configuration) === true || isSecretSetting(option, configuration))
      ? [name]
      : [],
  );
  const files = [configuration.tls.key, join(configuration.data, 'postgresql.password'), ...withSecrets];
  const open = [...new Set(files)].filter((file) => file !== null && isReadableByOthers(file));
  const message = say('finding.permissions.open', { files: open.join(', ') });
  const found = open.length === 0 ? [] : [error(message, say('finding.permissions.close', { words: open.join(' ') }))];
  return about('permissions', found, say('finding.permissions'));
}

/** By option, whether its value is a secret. */
const SECRETS: Readonly<Record<string, (configuration: Configuration) => boolean>> = {
  'database.url': ({ database }) => hasPassword(database.url),
  'database.directUrl': ({ database }) => hasPassword(database.directUrl),
  'database.reads': ({ database }) => database.reads?.hosts.some(hasPassword) === true,
  'oidc.clientSecret': ({ oidc }) => oidc.clientSecret !== null && !SECRET_VARIABLE.test(oidc.clientSecret),
  'metrics.token': ({ metrics }) => metrics.token !== null && metrics.token !== '',
};

function isSecretSetting(option: string, { Settings }: Configuration): boolean {
  const name = option.replace(/^Settings\./, '');
  const value = Settings[name];
  return isSecretName(name) && typeof value === 'string' && value !== '' && !SECRET_VARIABLE.test(value);
}

function hasPassword(url: string | null): boolean {
  return url !== null && /:\/\/[^/@]*:[^@]+@|[?&]password=/.test(url);
}

function isReadableByOthers(file: string): boolean {
  if (process.platform === 'win32' || !existsSync(file)) return false;
  return (statSync(file).mode & READABLE_BY_OTHERS) !== 0;
}

async function examineDisk(configuration: Configuration): Promise<readonly Finding[]> {
  const disk = findDisk(configuration);
  if (disk === undefined) return [];
  const free = await disk.readFree();
  const message = say('finding.disk', { size: (free / 1e9).toFixed(1), folder: disk.folder });
  const little = free < LITTLE_SPACE ? [warning(message, say('finding.disk.little'))] : [];
  return about('disk', free < NO_SPACE ? [error(message, say('finding.disk.full'))] : little, message);
}
