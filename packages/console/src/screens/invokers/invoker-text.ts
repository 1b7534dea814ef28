import { parseDocument } from 'yaml';

import { valueAt } from '../../components/schema.js';
import { editText } from '../services/change-text.js';

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
