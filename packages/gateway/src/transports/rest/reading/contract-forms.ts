import { isData, type Data } from '@ticketgate/sdk';

/** Reads the forms of a request that `Profile: contract` accepts for every operation (`docs/contract.md`). */
export function expandContractForms(data: Data): Data {
  return expandNames(unwrap(unwrapNames(data)));
}

/** Unwraps `{ "Data": { … }, "SessionID": … }` and merges the siblings; inner members override them. */
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

/**
 * Expands names such as `Ticket.Title`, `DynamicField_X.Like` and `DynamicField_X[Like]`. Members named by numbers form a list, as in PHP:
 * `Queues[0]`, `Queues[1]`.
 */
function expandNames(data: Data): Data {
  const names = Object.keys(data);
  if (!names.some((name) => /[.[]/.test(name))) return data;
  const expanded: Members = {};
  const made: Made = new Set();
  for (const name of names) setAt({ target: expanded, made }, splitName(name), data[name]);
  return listsIn(expanded, made);
}

/** Objects made from names, in contrast to those that clients sent. */
type Made = Set<unknown>;

function listsIn(members: Members, made: Made): Members {
  for (const [name, value] of Object.entries(members)) {
    if (!isData(value) || !made.has(value)) continue;
    const inner = listsIn(value, made);
    if (Object.keys(inner).every((key) => /^\d+$/.test(key))) define(members, name, ordered(inner));
  }
  return members;
}

/** Numbers may be missing, for example after an entry was removed. JavaScript itself only sorts those below 2 to the power of 32. */
function ordered(members: Members): readonly unknown[] {
  return Object.entries(members)
    .sort(([one], [other]) => Number(one) - Number(other))
    .map(([, value]) => value);
}

type Members = Record<string, unknown>;

function splitName(name: string): readonly string[] {
  if (name.length > LIMITS.characters) return [name];
  const parts = name.split(/\.|\[([^\]]*)\]/).filter(Boolean);
  return parts.length === 0 || parts.length > LIMITS.parts ? [name] : parts;
}

interface Placing {
  readonly target: Members;
  readonly made: Made;
}

/** Sets a nested member. Changes the target, because a copy for each name would take quadratic time. */
function setAt({ target, made }: Placing, parts: readonly string[], value: unknown): void {
  const inner = parts.slice(0, -1).reduce((members, name) => openInner(members, name, made), target);
  const last = parts.at(-1) ?? '';
  const known = Object.hasOwn(inner, last) ? inner[last] : undefined;
  if (!isData(known) || !isData(value)) define(inner, last, value);
  else for (const name of Object.keys(value)) define(known, name, value[name]);
}

function openInner(target: Members, name: string, made: Made): Members {
  const known = Object.hasOwn(target, name) ? target[name] : undefined;
  if (isData(known)) return known;
  const inner: Members = {};
  made.add(inner);
  define(target, name, inner);
  return inner;
}

function define(target: Members, name: string, value: unknown): void {
  Object.defineProperty(target, name, { value, enumerable: true, writable: true, configurable: true });
}
