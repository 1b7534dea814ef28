/** Status and headers of an answer. */
export interface AnswerHead {
  /** Default: 200. */
  readonly status?: number;
  /** Headers besides those of every answer. */
  readonly headers?: Readonly<Record<string, string>>;
}

const NAME = /^[\w!#$%&'*+.^`|~-]+$/;
/** Header values in Latin-1 without line breaks. */
export const HEADER_VALUE = /^[\t\x20-\x7e\x80-\xff]*$/;
/** Headers about the transfer or the body, which only the gateway sets. */
const OF_TRANSPORT = new Set([
  'connection',
  'content-encoding',
  'content-length',
  'content-type',
  'date',
  'keep-alive',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'x-request-id',
]);

/** @throws TypeError for an invalid status or header */
export function checkHead({ status = 200, headers = {} }: AnswerHead, reserved: readonly string[] = []): void {
  if (!Number.isInteger(status) || status < 200 || status > 599) {
    throw new TypeError(`The status is ${String(status)}; write a whole number from 200 to 599.`);
  }
  for (const [name, value] of Object.entries(headers)) {
    const mistake = headerMistake(name, value, reserved);
    if (mistake !== undefined) throw new TypeError(mistake);
  }
}

function headerMistake(name: string, value: unknown, reserved: readonly string[]): string | undefined {
  if (!NAME.test(name)) return `"${name}" cannot be the name of a header.`;
  if (OF_TRANSPORT.has(name.toLowerCase()) || reserved.includes(name.toLowerCase())) {
    return `The header "${name}" is set for you. Leave it out.`;
  }
  if (typeof value === 'string' && HEADER_VALUE.test(value)) return undefined;
  return `The value of the header "${name}" is not a text of Latin characters in one line.`;
}
