import type { OperationCall, OperationExample, Routes, ServiceOperation } from '../../api/admin-api.js';
import { asSchema, shortText } from '../../components/schema.js';

/** Methods that somebody would send. */
export const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS'];

export function hasBody(method: string): boolean {
  return !['GET', 'HEAD', 'OPTIONS'].includes(method);
}

export interface FirstRequest {
  readonly method: string;
  readonly path: string;
  readonly query: string;
  readonly body: string;
  readonly contentType?: string;
}

/** A request for an operation to begin with: its first call, filled in from an example. */
export function firstRequest({ calls, examples, requests }: ServiceOperation, number = 0): FirstRequest | undefined {
  const [call] = calls;
  const written = requests?.[number];
  if (written !== undefined) return { method: 'POST', path: '/', query: '', ...written };
  return call === undefined ? undefined : filledIn(call, examples[number]);
}

function filledIn({ method, path, pathMembers, place }: OperationCall, example?: OperationExample): FirstRequest {
  const members = Object.entries(asSchema(example?.input));
  const values = new Map(members);
  const filled = path.replaceAll(/\{([^}]+)\}/g, (mark, name: string) =>
    values.has(name) ? encodeURIComponent(shortText(values.get(name))) : mark,
  );
  const rest = members.filter(([name]) => !pathMembers.includes(name));
  if (place === 'query') return { method, path: filled, query: writeReadableQuery(rest), body: '' };
  return { method, path: filled, query: '', body: JSON.stringify(Object.fromEntries(rest), undefined, 2) };
}

/** Readable: only what would end a name or a value is encoded. Lists are repeated names, objects have names in brackets. */
function writeReadableQuery(members: readonly (readonly [string, unknown])[]): string {
  const pairs = members.flatMap(([name, value]): readonly (readonly [string, unknown])[] => {
    if (Array.isArray(value)) return value.map((each: unknown) => [name, each] as const);
    if (typeof value !== 'object' || value === null) return [[name, value]];
    return Object.entries(value).map(([inner, each]: [string, unknown]) => [`${name}[${inner}]`, each] as const);
  });
  return pairs.map(([name, value]) => `${escaped(name)}=${escaped(shortText(value))}`).join('&');
}

function escaped(text: string): string {
  return text.replaceAll(/[%&#+=]/g, encodeURIComponent);
}

/** The request that the address has, as it is sent: what may not stand in an address is encoded. */
export function requestIn(address: URLSearchParams) {
  const url = new URL(`http://localhost/${(address.get('path') ?? '/').replace(/^\/+/, '')}`);
  const parameters = address.get('query') ?? '';
  if (parameters !== '') url.search = parameters;
  const [type, login] = [address.get('as'), address.get('login') ?? ''];
  return {
    method: (address.get('method') ?? 'GET') as Routes['POST /try']['body']['method'], // the server says what is wrong with it
    path: `${url.pathname}${url.search}`,
    ...(type === 'agent' || type === 'customer' ? { as: { type, login } as const } : {}),
  };
}

/** Headers from lines. */
export function headersIn(text: string): Readonly<Record<string, string>> {
  const headers = text.matchAll(/^[ \t]*([^\s:][^:\n]*):[ \t]*(.*)$/gm);
  return Object.fromEntries([...headers].map(([, name = '', value = '']) => [name.trim(), value.trim()]));
}
