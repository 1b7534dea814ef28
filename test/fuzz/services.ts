import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { loadWebService } from '@ticketgate/definition';
import type { JsonSchema, Operation } from '@ticketgate/sdk';
import { plugin as faq } from '@ticketgate/plugin-faq';
import { plugin as session } from '@ticketgate/accounts/session-plugin';
import { plugin as ticket } from '@ticketgate/plugin-ticket';

import { ROOT } from '../support/root.js';

/** A route that is served, with the schema of what its operation takes. */
export interface Target {
  readonly service: string;
  readonly isContract: boolean;
  readonly method: string;
  readonly route: string;
  readonly input: JsonSchema;
}

const FOLDER = join(ROOT, 'config', 'webservices');

/** The definitions that are shipped, by name. */
export function shippedDefinitions(): ReadonlyMap<string, string> {
  const files = readdirSync(FOLDER).filter((file) => file.endsWith('.yml'));
  return new Map(files.map((file) => [file.slice(0, -'.yml'.length), readFileSync(join(FOLDER, file), 'utf8')]));
}

/** All routes of the shipped services. */
export function shippedTargets(): readonly Target[] {
  const operations = operationsByType();
  return [...shippedDefinitions()].flatMap(([name, text]) => targetsOf(name, text, operations));
}

function operationsByType(): ReadonlyMap<string, Operation> {
  return new Map(
    [faq, session, ticket].flatMap(({ operations }) => operations.map((each) => [each.type, each] as const)),
  );
}

function targetsOf(service: string, text: string, operations: ReadonlyMap<string, Operation>): readonly Target[] {
  const { webService } = loadWebService(text);
  if (webService?.transport.kind !== 'rest') return [];
  const isContract = webService.gateway.profile === 'contract';
  return (webService.transport.rest.routes ?? []).flatMap(({ operation, route, methods }) => {
    const input = operations.get(webService.operations.get(operation)?.type ?? '')?.input;
    if (input === undefined || route === undefined) return [];
    return (methods ?? ['POST']).map((method) => ({ service, isContract, method, route, input }));
  });
}
