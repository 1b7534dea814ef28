import dns from 'node:dns/promises';
import type { Settings } from '@ticketgate/sdk';
import addressparser from 'addressparser';

/** An address of a line such as From. */
export interface ParsedAddress {
  readonly name: string;
  readonly address: string;
}

const ADDRESS = /^[^\s@<>()[\]\\,;:"]+@[A-Za-z0-9](?:[A-Za-z0-9.-]*[A-Za-z0-9])?$/;
/** Name look-ups take no longer, whatever the name server does. Milliseconds. */
const LOOK_UP = 2_000;

/** The addresses of a line; the family accepts a line that holds none only when it is empty. */
export function parseAddresses(line: string): readonly ParsedAddress[] {
  return addressparser(line).map(({ name, address }) => ({ name, address }));
}

/** Whether an e-mail address may be used (`CheckEmailAddresses`, `CheckMXRecord`, `CheckEmailInvalidAddress`). */
export async function isUsableAddress(address: string, settings: Settings): Promise<boolean> {
  if (!settings.flag('CheckEmailAddresses')) return true;
  if (matches(address, settings.text('CheckEmailValidAddress'))) return true;
  if (!ADDRESS.test(address) || address.includes('..') || address.includes('.@')) return false;
  const invalid = settings.text('CheckEmailInvalidAddress');
  if (invalid !== '' && matches(address, invalid)) return false;
  return !settings.flag('CheckMXRecord') || takesMail(address.slice(address.lastIndexOf('@') + 1));
}

function matches(address: string, pattern: string): boolean {
  if (pattern === '') return false;
  try {
    return new RegExp(pattern, 'i').test(address);
  } catch {
    return false;
  }
}

/** A name server that does not answer in time is no reason to refuse an address. */
async function takesMail(domain: string): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const patience = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => {
      resolve(true);
    }, LOOK_UP);
  });
  const asked = dns
    .resolveMx(domain)
    .then((records) => records.length > 0)
    .catch(() => dns.resolve4(domain).then((addresses) => addresses.length > 0))
    .catch(() => false);
  try {
    return await Promise.race([asked, patience]);
  } finally {
    clearTimeout(timer);
  }
}
