const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;
const LONG_INTEGER = /^-?[1-9]\d{15,}$/;

/**
 * A number of JSON; integers that JavaScript would round stay text, so that an id of many digits arrives as it was sent.
 *
 * @throws SyntaxError if it is not a number
 */
export function readNumber(text: string): number | string {
  if (!NUMBER.test(text)) throw new SyntaxError('a word that is not JSON');
  const number = Number(text);
  return LONG_INTEGER.test(text) && String(number) !== text ? text : number;
}
