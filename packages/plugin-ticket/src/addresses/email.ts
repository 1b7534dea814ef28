import dns from 'node:dns/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { compileSafePattern, type Settings } from '@ticketgate/sdk';
import pLimit from 'p-limit';

import { parseAddresses } from './parse-addresses.js';

/** Concurrent look-ups per request. */
const AT_A_TIME = 8;

/** Milliseconds for all look-ups of one request. */
const LOOK_UPS = 2_000;

/**
 * Whether all domains accept mail; each is looked up once. An address is not refused because a name server does not answer in
 * time.
 */
async function acceptMail(domains: readonly string[]): Promise<boolean> {
  const limit = pLimit(AT_A_TIME);
  const patience = new AbortController();
  const different = new Set(domains.map((domain) => domain.toLowerCase()));
  const lookUps = Promise.all([...different].map((domain) => limit(requireMail, domain)));
  const found = lookUps.then(
    () => true,
    () => false,
  );
  const all = await Promise.race([found, wait(LOOK_UPS, true, { signal: patience.signal })]);
  patience.abort();
  limit.clearQueue();
  return all;
}

async function requireMail(domain: string): Promise<void> {
  if (!(await takesMail(domain))) throw new Error(`${domain} does not accept mail.`);
}

function takesMail(domain: string): Promise<boolean> {
  return dns
    .resolveMx(domain)
    .then((records) => records.length > 0)
    .catch(() => dns.resolve4(domain).then((addresses) => addresses.length > 0))
    .catch(() => false);
}

const ADDRESS = /^[^\s@<>()[\]\\,;:"]+@[A-Za-z0-9](?:[A-Za-z0-9.-]*[A-Za-z0-9])?$/;

/** Checks that a line has at least one address and that all are usable. Returns the problem, or undefined if there is none. */
export async function findAddressProblem(line: string, settings: Settings): Promise<string | undefined> {
  const addresses = parseAddresses(line);
  return addresses.length === 0 ? NO_ADDRESS : whyUnusable(addresses, settings);
}

/** Whether e-mail addresses may be used (`CheckEmailAddresses`, `CheckMXRecord`, `CheckEmailInvalidAddress`). */
export async function areDeliverable(addresses: readonly string[], settings: Settings): Promise<boolean> {
  return (await whyUnusable(addresses, settings)) === undefined;
}

/** Whether mails may be sent to addresses, whose domains then have a dot. */
export async function areSendable(addresses: readonly string[], settings: Settings): Promise<boolean> {
  if (!settings.flag('CheckEmailAddresses')) return true;
  const valid = settings.text('CheckEmailValidAddress');
  const isWhole = (address: string) => address.indexOf('.', address.lastIndexOf('@')) > 0 || matches(address, valid);
  return addresses.every(isWhole) && areDeliverable(addresses, settings);
}

const NO_ADDRESS = 'it is not an e-mail address';

async function whyUnusable(addresses: readonly string[], settings: Settings): Promise<string | undefined> {
  if (!settings.flag('CheckEmailAddresses')) return undefined;
  const valid = settings.text('CheckEmailValidAddress');
  const checked = addresses.filter((address) => !matches(address, valid));
  if (!checked.every(isAddress)) return NO_ADDRESS;
  const invalid = settings.text('CheckEmailInvalidAddress');
  if (checked.some((address) => matches(address, invalid))) return 'the setting CheckEmailInvalidAddress refuses it';
  if (!settings.flag('CheckMXRecord')) return undefined;
  const domains = checked.map((address) => address.slice(address.lastIndexOf('@') + 1));
  return (await acceptMail(domains))
    ? undefined
    : 'its domain does not accept mail, as the setting CheckMXRecord requires';
}

function isAddress(address: string): boolean {
  return ADDRESS.test(address) && !address.includes('..') && !address.includes('.@');
}

function matches(address: string, pattern: string): boolean {
  if (pattern === '') return false;
  const compiled = compileSafePattern(pattern, 'i');
  return 'pattern' in compiled && compiled.pattern.test(address);
}
