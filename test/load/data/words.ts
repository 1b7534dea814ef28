/** Words by which titles and bodies differ: two syllables, 400 of them. */
export const SYLLABLES: readonly (readonly string[])[] = [
  'ba co di fe gu ha jo ki le mu na po qui re su ta vo wi xe zu'.split(' '),
  'lan mer nis por qua ran ste tor ul ven wick xor yar zet bel cra dro eng fal gri'.split(' '),
];

export function wordOf(seed: number): string {
  return SYLLABLES.map((parts, place) => parts[Math.floor(seed / 20 ** place) % parts.length] ?? '').join('');
}

/** The same word, made by PostgreSQL from an expression. */
export function wordStatement(seed: string): string {
  const [first, second] = SYLLABLES.map((parts) => `(array[${parts.map((part) => `'${part}'`).join(',')}])`);
  return `${first}[1 + mod(${seed}, 20)] || ${second}[1 + mod((${seed}) / 20, 20)]`;
}
