import type { Data } from '@ticketgate/sdk';

import { providerTransports } from '../provider-transports.js';
import { operationsOf, transportConfigOf, TRANSPORT_CONFIG, transportTypeOf } from '../rules/definition-parts.js';
import { expectedActions, operationOf, requestNameOf, responseNameOf, type SoapNames } from '../soap-names.js';
import type { DefinitionChange } from './compare-values.js';
import type { HideSecrets } from './hide-secrets.js';

/** What clients of a SOAP service have to send or read in another way, by operation, and for all of them. */
export function compareSoapCalls(before: Data, after: Data, hide: HideSecrets): readonly DefinitionChange[] {
  const [old, next] = [namesOf(before), namesOf(after)];
  if (old === undefined) return [];
  const kept = new Set(operationsOf(inputOf(after)).map(([name]) => name));
  const operations = operationsOf(inputOf(before)).flatMap(([name]) => (kept.has(name) ? [name] : []));
  return [
    ...(next === undefined ? [] : ofAll(old, next).map((what) => describe(undefined, hide(what).shown))),
    ...operations.flatMap((name) =>
      (next === undefined ? NO_SOAP : ofOperation(name, old, next)).map((what) => describe(name, hide(what).shown)),
    ),
  ];
}

const NO_SOAP = ['is not called over SOAP any more'];

function describe(operation: string | undefined, what: string): DefinitionChange {
  const sentence = operation === undefined ? what : `operation ${operation}: ${what}`;
  return { kind: 'changed', part: 'route', operation, path: TRANSPORT_CONFIG, sentence, breaks: true };
}

function inputOf(config: Data) {
  return { config, operationTypes: undefined };
}

function namesOf(config: Data): SoapNames | undefined {
  const input = inputOf(config);
  const transport = providerTransports.get(transportTypeOf(input))?.read(transportConfigOf(input));
  return transport?.kind === 'soap' ? transport.soap : undefined;
}

function ofAll(old: SoapNames, next: SoapNames): readonly string[] {
  const space = `answers are in the namespace "${next.nameSpace}", so clients need the new WSDL`;
  const order = 'the elements of answers come in another order, so clients that check it need the new WSDL';
  return [
    ...(old.nameSpace === next.nameSpace ? [] : [space]),
    ...(JSON.stringify(old.sort) === JSON.stringify(next.sort) ? [] : [order]),
  ];
}

function ofOperation(name: string, old: SoapNames, next: SoapNames): readonly string[] {
  const [request, answer] = [requestNameOf(name, old), responseNameOf(name, next)];
  const isKnown = operationOf(request, next) === name;
  return [
    ...(isKnown ? [] : [`requests in an element "${request}" are refused now; send "${requestNameOf(name, next)}"`]),
    ...(responseNameOf(name, old) === answer ? [] : [`answers are in an element "${answer}" now`]),
    ...ofAction(expectedActions(name, old), expectedActions(name, next)),
  ];
}

function ofAction(old: readonly string[] | undefined, next: readonly string[] | undefined): readonly string[] {
  const refused = old?.find((action) => next?.includes(action) === false);
  if (next === undefined || (old !== undefined && refused === undefined)) return [];
  const subject = refused === undefined ? `requests with another SOAPAction` : `requests with SOAPAction "${refused}"`;
  return [`${subject} are refused now; send "${next[0] ?? ''}", or none`];
}
