import { isData, type Data } from '@ticketgate/sdk';

/** Sentences that are given. */
const MOST = 20;
/** Texts that say too little to know where they are from. */
const COMMON = new Set(['0', '1']);

/** Says which numbers, booleans and lists of the data a template has turned into texts. XML has nothing else. */
export function lostTypes(data: Data, result: unknown): readonly string[] {
  const lists = new Set<string>();
  const types = new Map<string, string>();
  eachMember(data, (name, value) => {
    if (Array.isArray(value) && value.length > 0) lists.add(name);
    if (typeof value !== 'number' && typeof value !== 'boolean') return;
    types.set(`${name} ${value}`, typeof value);
    if (!COMMON.has(String(value))) types.set(String(value), typeof value);
  });
  const found = new Set<string>();
  eachMember(result, (name, value) => {
    if (lists.has(name) && !Array.isArray(value)) found.add(lostList(name));
    const type = typeof value === 'string' ? (types.get(`${name} ${value}`) ?? types.get(value)) : undefined;
    if (type !== undefined) found.add(lostScalar(name, String(value), type));
  });
  return [...found].slice(0, MOST);
}

function eachMember(value: unknown, tell: (name: string, value: unknown) => void): void {
  if (Array.isArray(value)) for (const entry of value) eachMember(entry, tell);
  else if (isData(value)) {
    for (const [name, inner] of Object.entries(value)) {
      tell(name, inner);
      eachMember(inner, tell);
    }
  }
}

function lostList(name: string): string {
  return `"${name}" was a list and is none now. json:list="true" at its element keeps it.`;
}

function lostScalar(name: string, text: string, type: string): string {
  return `"${name}" is the text "${text}" now; it was a ${type}. json:type="${type}" at its element keeps it.`;
}
