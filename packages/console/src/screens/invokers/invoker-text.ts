import { parseDocument } from 'yaml';

import { asSchema, schemaFor, type Schema } from '../../components/schema-kinds.js';
import { valueAt } from '../../components/with-member.js';
import { editText } from '../services/change-text.js';

/** The schema of the member at a path of these values. */
export function schemaAt(schema: unknown, value: unknown, [name, ...rest]: readonly string[]): Schema {
  const { properties, additionalProperties, ...whole } = schemaFor(asSchema(schema), asSchema(value));
  if (name === undefined) return { ...whole, properties, additionalProperties };
  const inner = asSchema(properties)[name] ?? additionalProperties;
  return schemaAt(inner, asSchema(value)[name], rest);
}

/** An invoker that nothing calls yet, with all that its service needs to send. */
export function withInvoker(text: string, name: string): string {
  const requester = valueAt(parseDocument(text).toJS(), ['Requester']);
  const invoker = { Type: 'Generic::PassThrough' };
  const target = { Controller: '/' };
  if (requester === undefined) {
    const mapping = { InvokerControllerMapping: { [name]: target } };
    const Config = { Host: '', DefaultCommand: 'POST', Timeout: '10', ...mapping };
    const made = { Transport: { Type: 'HTTP::REST', Config }, Invoker: { [name]: invoker } };
    return editText(text, [[['Requester'], made]]);
  }
  const isSoap = valueAt(requester, ['Transport', 'Type']) === 'HTTP::SOAP';
  const place = ['Requester', 'Transport', 'Config', 'InvokerControllerMapping', name];
  return editText(text, [[['Requester', 'Invoker', name], invoker], ...(isSoap ? [] : [[place, target] as const])]);
}
