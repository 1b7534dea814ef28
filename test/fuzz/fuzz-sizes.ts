/** The options that say how much is done. */
export const SIZE_OPTIONS = {
  minutes: { type: 'string' },
  requests: { type: 'string' },
  definitions: { type: 'string' },
  secrets: { type: 'string' },
  remotes: { type: 'string' },
} as const;

type SizeWords = { readonly [Name in keyof typeof SIZE_OPTIONS]?: string | undefined };

/** Ends after so many, or so many seconds, whatever comes first. */
export interface Size {
  readonly count: number;
  readonly seconds: number;
}

const MINUTES = 10;
/** How the time is shared when nobody asks for numbers. */
const SHARES = { definitions: 0.15, remotes: 0.1, secrets: 0.15, requests: 0.6 };
type Part = keyof typeof SHARES;

/** Who asks for numbers gets those parts alone, however long they take; otherwise the time ends each part. */
export function readSizes(words: SizeWords): Readonly<Record<Part, Size>> {
  const parts = Object.keys(SHARES) as Part[];
  const isCounted = parts.some((part) => words[part] !== undefined);
  const minutes = readNumber('--minutes', words.minutes) ?? (isCounted ? Infinity : MINUTES);
  const sizeOf = (part: Part): Size => ({
    count: readNumber(`--${part}`, words[part]) ?? (isCounted ? 0 : Infinity),
    seconds: minutes * 60 * (isCounted ? 1 : SHARES[part]),
  });
  const [definitions, remotes] = [sizeOf('definitions'), sizeOf('remotes')];
  return { definitions, remotes, secrets: sizeOf('secrets'), requests: sizeOf('requests') };
}

/** @throws Error when it is not a number */
export function readNumber(name: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const number = Number(text);
  if (text.trim() === '' || !(number >= 0))
    throw new Error(`${name} is "${text}"; write a number, for example ${name} 10.`);
  return number;
}
