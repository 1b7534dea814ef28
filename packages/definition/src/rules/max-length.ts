import { isTrue, textOf } from '@ticketgate/sdk';

import { readMaxLength } from '../reading/read-http-options.js';
import { TRANSPORT_CONFIG, transportConfigOf } from './definition-parts.js';
import { warning, type Rule } from './rule.js';

/** MaxLength is a number of bytes; anything else sets no limit. */
export const maxLength: Rule = (input) => {
  const { MaxLength: value } = transportConfigOf(input);
  const path = [...TRANSPORT_CONFIG, 'MaxLength'];
  const bytes = readMaxLength(value);
  if (bytes !== undefined && bytes <= 0) {
    const message = `MaxLength is ${bytes}: every body is too long. Write a number of bytes, for example 100000000.`;
    return [warning({ code: 'max-length', message, path })];
  }
  if (bytes !== undefined || !isTrue(value)) return [];
  const message = `MaxLength is "${textOf(value)}", which sets no limit; write bytes as a number, for example 16000.`;
  return [warning({ code: 'max-length', message, path })];
};
