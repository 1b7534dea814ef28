import { compileSafePattern, type Settings } from '@ticketgate/sdk';

import { acceptMail } from './mail-domains.js';
import { parseAddresses } from './parse-addresses.js';

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
