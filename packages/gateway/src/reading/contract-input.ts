import { isData, type Data } from '@ticketgate/sdk';

/** What `Profile: contract` accepts around and in a request, whatever the operation (design section 4). */
export function readContractInput(data: Data): Data {
  return expandNames(unwrap(data));
}

/** `{ "Data": { … }, "SessionID": … }` is the inner object with its siblings merged in; the inner ones win. */
function unwrap(data: Data): Data {
  const { Data: inner, ...siblings } = data;
  return isData(inner) ? { ...siblings, ...inner } : data;
}

/** `Ticket.Title`, `DynamicField_X.Like` and `DynamicField_X[Like]` name members of members. */
function expandNames(data: Data): Data {
  const names = Object.keys(data);
  if (!names.some((name) => /[.[]/.test(name))) return data;
  const expanded: Record<string, unknown> = {};
  for (const name of names) place(expanded, splitName(name), data[name]);
  return expanded;
}

function splitName(name: string): readonly string[] {
  const parts = name.split(/\.|\[([^\]]*)\]/).filter(Boolean);
  return parts.length === 0 ? [name] : parts;
}

function place(target: Record<string, unknown>, parts: readonly string[], value: unknown): void {
  const [first = '', ...rest] = parts;
  if (rest.length === 0) {
    const known = target[first];
    define(target, first, isData(known) && isData(value) ? { ...known, ...value } : value);
    return;
  }
  const known = Object.hasOwn(target, first) ? target[first] : undefined;
  const inner: Record<string, unknown> = isData(known) ? { ...known } : {};
  place(inner, rest, value);
  define(target, first, inner);
}

function define(target: Record<string, unknown>, name: string, value: unknown): void {
  Object.defineProperty(target, name, { value, enumerable: true, writable: true, configurable: true });
}
