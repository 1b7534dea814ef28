/** The pattern of a text that PostgreSQL can store. */
export const WITHOUT_NUL = String.raw`^[^\u0000]*$`;

/**
 * Schema of a text that a column of so many characters keeps. PostgreSQL keeps no NUL.
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

/** Schema of what names an entry. A path of the API takes `.` and `..` away, and objects keep no `__proto__`. */
export function nameText(maxLength = 191) {
  return {
    ...columnText(maxLength, { minLength: 1 }),
    pattern: String.raw`^(?!(?:\.{1,2}|__proto__)$)[^\u0000]*$`,
    description: `a name of at most ${maxLength} characters, without NUL, and not ".", ".." or "__proto__"`,
  } as const;
}
