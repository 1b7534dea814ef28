import { isData, isTrue, toText } from '@ticketgate/sdk';
import type { Unchanged } from '@ticketgate/sdk/schema';

import { member } from '../yaml/read-record.js';

/** A name in an ordered answer, with the order of its children; undefined if they have none. */
export interface SoapOrder {
  readonly name: string;
  readonly inner: readonly SoapOrder[] | undefined;
}

/** The names of elements and actions of HTTP::SOAP, and the order of answers. Missing texts are `''`. */
export type SoapNames = Unchanged<ReturnType<typeof readSoapNames>>;

export function readSoapNames(config: unknown) {
  const text = (key: string) => toText(member(config, key));
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

/** Levels of nested orders that are read; no answer is deeper. */
const DEEPEST = 100;

function readOrder(list: unknown, depth = 0): readonly SoapOrder[] {
  if (!Array.isArray(list) || depth > DEEPEST) return [];
  return list.flatMap((entry: unknown) =>
    Object.entries(isData(entry) ? entry : {})
      .slice(0, 1)
      .map(([name, inner]) => ({ name, inner: Array.isArray(inner) ? readOrder(inner, depth + 1) : undefined })),
  );
}

/** The operation that the element of a request names. */
export function toOperationName(element: string, { requestName }: SoapNames): string {
  const suffix = chooseSuffix(requestName);
  return suffix !== '' && element.endsWith(suffix) ? element.slice(0, -suffix.length) : element;
}

export function toRequestName(operation: string, { requestName }: SoapNames): string {
  return `${operation}${chooseSuffix(requestName)}`;
}

function chooseSuffix({ scheme, freeText }: SoapNames['requestName']): string {
  if (scheme === 'Append') return freeText;
  return scheme === 'Request' ? 'Request' : '';
}

export function toResponseName(operation: string, { responseName: { scheme, freeText } }: SoapNames): string {
  if (scheme === 'Plain') return operation;
  if (scheme === 'Append') return `${operation}${freeText}`;
  return scheme === 'Replace' && freeText !== '' ? freeText : `${operation}Response`;
}

/** The accepted values of `SOAPAction` for an operation, the usual form first; undefined: any. */
export function expectedActions(operation: string, names: SoapNames): readonly string[] | undefined {
  const { isOff, scheme } = names.action;
  if (isOff) return undefined;
  return (Object.hasOwn(ACTIONS, scheme) ? ACTIONS[scheme] : undefined)?.(operation, names);
}

type Actions = (operation: string, names: SoapNames) => readonly string[] | undefined;

const anySeparator: Actions = (operation, { nameSpace }) => [`${nameSpace}#${operation}`, `${nameSpace}/${operation}`];

/** By `SOAPActionScheme`; a scheme without the text that it needs accepts anything, and so does an unknown one. */
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

/** The header without quotes around it; undefined if it is empty. */
export function readAction(header: string | undefined): string | undefined {
  const action = /^(["'])(.*)\1$/.exec(header ?? '')?.[2] ?? header;
  return action === '' ? undefined : action;
}
