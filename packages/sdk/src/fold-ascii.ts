/**
 * The text with its ASCII letters in lower case. Names that somebody else chose are compared like this: `toLowerCase` makes an ASCII
 * letter of some others, such as the Kelvin sign, so that one name would pass for another.
 */
export function foldASCII(text: string): string {
  return text.replaceAll(/[A-Z]+/g, (letters) => letters.toLowerCase());
}
