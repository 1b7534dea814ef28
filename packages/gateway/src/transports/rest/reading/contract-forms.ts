import { isData, type Data } from '@ticketgate/sdk';

/** Reads the forms of a request that `Profile: contract` accepts for every operation (`docs/contract.md`). */
export function expandContractForms(data: Data): Data {
  return expandNames(unwrap(unwrapNames(data)));
}

/** Unwraps `{ "Data": { … }, "SessionID": … }` and merges the siblings, which inner members override. */
function unwrap(data: Data): Data {
  const { Data: inner, ...siblings } = data;
  return isData(inner) ? { ...siblings, ...inner } : data;
}

const WITHIN_DATA = /^Data(?:\.(?=.)|\[([^\]]+)\])/;

/** Unwraps names of a query string: `Data.TicketID` and `Data[TicketID]` are TicketID. */
function unwrapNames(data: Data): Data {
  const names = Object.keys(data).filter((name) => WITHIN_DATA.test(name));
  if (names.length === 0) return data;
  const siblings = Object.entries(data).filter(([name]) => !WITHIN_DATA.test(name));
  const inner = names.map((name) => [name.replace(WITHIN_DATA, '$1'), data[name]] as const);
  return Object.fromEntries([...siblings, ...inner]);
}

/** Names with more parts or characters are not expanded. */
const LIMITS = { parts: 8, characters: 300 };

/** Expands names such as `Ticket.Title`, `DynamicField_X.Like` and `DynamicField_X[Like]`. */
function expandNames(data: Data): Data {
  const names = Object.keys(data);
  if (!names.some((name) => /[.[]/.test(name))) return data;
  const expanded: Members = {};
  for (const name of names) place(expanded, splitName(name), data[name]);
  return expanded;
}

type Members = Record<string, unknown>;

function splitName(name: string): readonly string[] {
  if (name.length > LIMITS.characters) return [name];
  const parts = name.split(/\.|\[([^\]]*)\]/).filter(Boolean);
  return parts.length === 0 || parts.length > LIMITS.parts ? [name] : parts;
}

/** Sets a nested member. Mutates the target, because a copy for each name would take quadratic time. */
function place(target: Members, parts: readonly string[], value: unknown): void {
  const inner = parts.slice(0, -1).reduce(membersOf, target);
  const last = parts.at(-1) ?? '';
  const known = Object.hasOwn(inner, last) ? inner[last] : undefined;
  if (!isData(known) || !isData(value)) define(inner, last, value);
  else for (const name of Object.keys(value)) define(known, name, value[name]);
}

function membersOf(target: Members, name: string): Members {
  const known = Object.hasOwn(target, name) ? target[name] : undefined;
  if (isData(known)) return known;
  const made: Members = {};
  define(target, name, made);
  return made;
}

function define(target: Members, name: string, value: unknown): void {
  Object.defineProperty(target, name, { value, enumerable: true, writable: true, configurable: true });
}
