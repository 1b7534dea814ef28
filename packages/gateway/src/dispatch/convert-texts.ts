import { isData, type Data } from '@ticketgate/sdk';

import type { InputShape } from './input-shape.js';

const WHOLE = /^-?\d+$/;
const DECIMAL = /^-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?$/;
const FLAGS = new Map<string, boolean>([
  ['true', true],
  ['1', true],
  ['false', false],
  ['0', false],
]);

/**
 * Converts texts of queries and paths to the types that an operation's schema expects. Texts that cannot be converted stay, and are refused
 * later. Members of a JSON body are not converted.
 *
 * @param texts the parts of `data` that came as text, at the same places
 * @returns a copy
 */
export function convertTexts(data: Data, texts: Data, shape: InputShape): Data {
  const list = Object.keys(data).map((name) => {
    const value = data[name];
    const member = Object.hasOwn(texts, name) ? shape.member(name) : undefined;
    return [name, member === undefined ? value : convertValue(value, texts[name], member)] as const;
  });
  return Object.fromEntries(list);
}

function convertValue(value: unknown, text: unknown, shape: InputShape): unknown {
  if (isData(value)) return isData(text) ? convertObject(value, text, shape) : value;
  if (typeof value === 'string') return value === text ? convertText(value, shape) : value;
  if (isSameList(value, text)) return convertList(value, shape);
  if (!Array.isArray(value) || !Array.isArray(text)) return value;
  return value.map((item, index) => convertValue(item, text[index], shape.items));
}

/** XML does not distinguish an object from a list with one item: where the schema wants a list, it becomes one. */
function convertObject(data: Data, texts: Data, shape: InputShape): unknown {
  const { types } = shape;
  if (!types.has('array') || types.has('object')) return convertTexts(data, texts, shape);
  return [convertTexts(data, texts, shape.items)];
}

function convertText(text: string, shape: InputShape): unknown {
  if (shape.isCommaList) return convertList([text], shape);
  const scalar = toScalar(text, shape.types);
  if (scalar !== undefined) return scalar;
  return shape.types.has('array') ? convertList([text], shape) : text;
}

function convertList(texts: readonly string[], { isCommaList, items }: InputShape): readonly unknown[] {
  const list = isCommaList ? texts.flatMap(splitCommas) : texts;
  return list.map((item) => toScalar(item, items.types) ?? item);
}

/** Undefined if the text has none of the types. */
function toScalar(text: string, types: ReadonlySet<string>): string | number | boolean | undefined {
  if (types.has('string')) return text;
  return toNumber(text, types) ?? (types.has('boolean') ? FLAGS.get(text) : undefined);
}

function toNumber(text: string, types: ReadonlySet<string>): number | undefined {
  const number = Number(text);
  const isWhole = types.has('integer') && WHOLE.test(text) && Number.isSafeInteger(number);
  const isDecimal = types.has('number') && DECIMAL.test(text) && Number.isFinite(number);
  return isWhole || isDecimal ? number : undefined;
}

function splitCommas(text: string): readonly string[] {
  return text.trim() === '' ? [] : text.split(',').map((part) => part.trim());
}

function isSameList(value: unknown, text: unknown): value is readonly string[] {
  if (!Array.isArray(value) || !Array.isArray(text) || value.length !== text.length) return false;
  return value.every((item, index) => typeof item === 'string' && item === text[index]);
}
