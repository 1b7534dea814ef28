import { compileSafePattern, type Settings } from '@ticketgate/sdk';

import { takeMail } from './mail-domains.js';
import { parseAddresses } from './parse-addresses.js';

const ADDRESS = /^[^\s@<>()[\]\\,;:"]+@[A-Za-z0-9](?:[A-Za-z0-9.-]*[A-Za-z0-9])?$/;

/** Whether a line holds at least one address, and only such as may be used. */
export async function isAddressLine(line: string, settings: Settings): Promise<boolean> {
  const addresses = parseAddresses(line);
  return addresses.length > 0 && areUsableAddresses(addresses, settings);
}

/** Whether e-mail addresses may be used (`CheckEmailAddresses`, `CheckMXRecord`, `CheckEmailInvalidAddress`). */
export async function areUsableAddresses(addresses: readonly string[], settings: Settings): Promise<boolean> {
  if (!settings.flag('CheckEmailAddresses')) return true;
  const valid = settings.text('CheckEmailValidAddress');
  const checked = addresses.filter((address) => !matches(address, valid));
  if (!checked.every((address) => isAllowed(address, settings))) return false;
  if (!settings.flag('CheckMXRecord')) return true;
  return takeMail(checked.map((address) => address.slice(address.lastIndexOf('@') + 1)));
}

function isAllowed(address: string, settings: Settings): boolean {
  if (!ADDRESS.test(address) || address.includes('..') || address.includes('.@')) return false;
  return !matches(address, settings.text('CheckEmailInvalidAddress'));
}

function matches(address: string, pattern: string): boolean {
  if (pattern === '') return false;
  const compiled = compileSafePattern(pattern, 'i');
  return 'pattern' in compiled && compiled.pattern.test(address);
}
