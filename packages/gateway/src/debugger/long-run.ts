/**
 * Whether a text has this many letters, digits, `_` and `-` in a row. Looks at every `length`th character only: a run that long has one of
 * them. A regular expression would look at each, several times.
 */
export function hasLongRun(text: string, length: number): boolean {
  for (let at = length - 1; at < text.length; at += length) {
    if (isOfRun(text, at) && runAround(text, at) >= length) return true;
  }
  return false;
}

function runAround(text: string, at: number): number {
  let start = at;
  while (start > 0 && isOfRun(text, start - 1)) start -= 1;
  let end = at + 1;
  while (end < text.length && isOfRun(text, end)) end += 1;
  return end - start;
}

/** By code: 1 for what runs are made of. */
const OF_RUN = Uint8Array.from({ length: 128 }, (_, code) => Number(/[\w-]/.test(String.fromCharCode(code))));

function isOfRun(text: string, at: number): boolean {
  return OF_RUN[text.charCodeAt(at)] === 1;
}
