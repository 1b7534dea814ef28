/**
 * The text with its ASCII letters in lower case, for comparing names that others choose. `toLowerCase` also turns some other characters, such
 * as the Kelvin sign, into ASCII letters, so that one name would pass for another.
 */
export function foldASCII(text: string): string {
  return text.replaceAll(/[A-Z]+/g, (letters) => letters.toLowerCase());
}
