/** A text of at most `length` characters, with a note if the rest was cut. */
export function cutText(text: string, length: number): string {
  if (text.length <= length) return text;
  return copy(`${text.slice(0, length)}\n[cut: ${text.length} characters came, ${length} are recorded]`);
}

/** A text of at most `length` characters, without a note. */
export function clip(text: string, length: number): string {
  return text.length <= length ? text : copy(text.slice(0, length));
}

/** Most names in a message. */
const MOST = 20;

/** The end of a sentence with the first names. */
export function joinFirst(names: readonly string[]): string {
  return `${names.slice(0, MOST).join(', ')}${names.length > MOST ? ' …' : '.'}`;
}

/** Copies a slice, which would otherwise keep the whole text in memory. */
function copy(text: string): string {
  return Buffer.from(text, 'utf8').toString('utf8');
}
