import { isData, isTrue, textOf } from '@ticketgate/sdk';
import type { Unchanged } from '@ticketgate/sdk/schema';

import { member } from '../yaml/read-record.js';

/** A name in an order, with the order of what is in it; undefined if that has none. */
export interface SoapOrder {
  readonly name: string;
  readonly inner: readonly SoapOrder[] | undefined;
}

/** The names of HTTP::SOAP: those of elements and actions, and the order of answers. Texts are `''` when they are missing. */
export type SoapNames = Unchanged<ReturnType<typeof readSoapNames>>;

export function readSoapNames(config: unknown) {
  const text = (key: string) => textOf(member(config, key));
  return {
    nameSpace: text('NameSpace'),
    hasNoNameSpace: isTrue(member(config, 'NoNameSpace')),
    requestName: { scheme: text('RequestNameScheme'), freeText: text('RequestNameFreeText') },
    responseName: { scheme: text('ResponseNameScheme'), freeText: text('ResponseNameFreeText') },
    action: {
      isOff: text('SOAPAction') === 'No',
      scheme: text('SOAPActionScheme'),
      separator: text('SOAPActionSeparator'),
      freeText: text('SOAPActionFreeText'),
    },
    sort: readOrder(member(config, 'Sort')),
  };
}

/** Deeper lists have no effect, as no answer is so deep. */
const DEEPEST = 100;

function readOrder(list: unknown, depth = 0): readonly SoapOrder[] {
  if (!Array.isArray(list) || depth > DEEPEST) return [];
  return list.flatMap((entry: unknown) =>
    Object.entries(isData(entry) ? entry : {})
      .slice(0, 1)
      .map(([name, inner]) => ({ name, inner: Array.isArray(inner) ? readOrder(inner, depth + 1) : undefined })),
  );
}

/** The name of the operation that an element of a request stands for. */
export function toOperationName(element: string, { requestName }: SoapNames): string {
  const suffix = chooseSuffix(requestName);
  return suffix !== '' && element.endsWith(suffix) ? element.slice(0, -suffix.length) : element;
}

/** The name of the element that asks for an operation. */
export function toRequestName(operation: string, { requestName }: SoapNames): string {
  return `${operation}${chooseSuffix(requestName)}`;
}

function chooseSuffix({ scheme, freeText }: SoapNames['requestName']): string {
  if (scheme === 'Append') return freeText;
  return scheme === 'Request' ? 'Request' : '';
}

/** The name of the element that answers an operation. */
export function toResponseName(operation: string, { responseName: { scheme, freeText } }: SoapNames): string {
  if (scheme === 'Plain') return operation;
  if (scheme === 'Append') return `${operation}${freeText}`;
  return scheme === 'Replace' && freeText !== '' ? freeText : `${operation}Response`;
}

/** What `SOAPAction` may be for an operation, the usual form first; undefined if anything is accepted. */
export function expectedActions(operation: string, names: SoapNames): readonly string[] | undefined {
  const { isOff, scheme } = names.action;
  if (isOff) return undefined;
  return (Object.hasOwn(ACTIONS, scheme) ? ACTIONS[scheme] : undefined)?.(operation, names);
}

type Actions = (operation: string, names: SoapNames) => readonly string[] | undefined;

const anySeparator: Actions = (operation, { nameSpace }) => [`${nameSpace}#${operation}`, `${nameSpace}/${operation}`];

/** By `SOAPActionScheme`; a scheme without the text that it needs accepts anything, as an unknown one does. */
const ACTIONS: Readonly<Record<string, Actions>> = {
  '': anySeparator,
  Operation: (operation) => [operation],
  FreeText: (_, { action: { freeText } }) => (freeText === '' ? undefined : [freeText]),
  SeparatorOperation: (operation, { action: { separator } }) =>
    separator === '' ? undefined : [`${separator}${operation}`],
  NameSpaceSeparatorOperation(operation, names) {
    const { nameSpace, action } = names;
    if (action.separator === '') return anySeparator(operation, names);
    return [`${nameSpace}${action.separator}${operation}`, `${nameSpace}${operation}`];
  },
};

/** The header without the quotes around it; undefined if there is nothing in it. */
export function readAction(header: string | undefined): string | undefined {
  const action = /^(["'])(.*)\1$/.exec(header ?? '')?.[2] ?? header;
  return action === '' ? undefined : action;
}
