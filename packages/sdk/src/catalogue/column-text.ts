/** The pattern of a text without NUL, which PostgreSQL cannot store. */
export const WITHOUT_NUL = String.raw`^[^\u0000]*$`;

/**
 * The schema of a text for a column with this length.
 *
 * @example
 * members: { Comment: columnText(250), Title: columnText(50, { minLength: 1 }) }
 */
export function columnText(maxLength: number, { minLength = 0 }: { readonly minLength?: number } = {}) {
  return {
    type: 'string',
    minLength,
    maxLength,
    pattern: WITHOUT_NUL,
    description: `a text of at most ${maxLength} characters, without NUL`,
  } as const;
}

/** The schema of an entry's name. URLs cannot contain `.` and `..` as a segment, and objects no key `__proto__`. */
export function nameText(maxLength = 191) {
  return {
    ...columnText(maxLength, { minLength: 1 }),
    pattern: String.raw`^(?!(?:\.{1,2}|__proto__)$)[^\u0000]*$`,
    description: `a name of at most ${maxLength} characters, without NUL, and not ".", ".." or "__proto__"`,
  } as const;
}
