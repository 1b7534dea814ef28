import type { Data } from '@ticketgate/sdk';

import { isText, isTextWithData, textOf } from '../../values.js';
import { NoHits } from './search-statement.js';

/** The texts of a list parameter: one or a list; empty ones are none. */
export function readTexts(input: Data, name: string): readonly string[] {
  const value = input[name];
  if (isTextWithData(value)) return [textOf(value)];
  return Array.isArray(value) ? value.filter(isText).map(textOf) : [];
}

/** A single text; lists are ignored. */
export function readText(input: Data, name: string): string | undefined {
  const value = input[name];
  const text = isText(value) ? textOf(value).trim() : '';
  return text === '' ? undefined : text;
}

/** The ids of a list parameter. @throws NoHits for what is no integer of up to 16 digits */
export function readIDs(input: Data, name: string): readonly number[] {
  return readTexts(input, name).map((text) => {
    if (!/^[+-]?\d{1,16}$/.test(text)) throw new NoHits();
    return Number(text);
  });
}
