import type { OperationDefinition } from '@ticketgate/definition';

import { toOperation } from './described-operation.js';
import { describeTransport } from './describe-transport.js';
import type {
  DescribedOperation,
  DescribedService,
  KnownOperations,
  ServiceDefinition,
  UnreachableOperation,
} from './described-service.js';

/** The family's name of the cookie. */
const COOKIE = 'OTOBOAgentInterface';

/**
 * Describes what a web service offers its clients: its operations with their routes, and their input and output as clients see it, outside the
 * mappings. This takes milliseconds for each operation, so do it once for each published definition.
 *
 * @param operations of all plugins, by type
 * @example
 * const webService = parseDefinition(text, { file: 'Helpdesk.yml' }).webService;
 * const { operations } = describeService({ name: 'Helpdesk', webService }, new Map(plugin.operations.map((each) => [each.type, each])));
 * operations[0].calls[0]; // { method: 'POST', path: '/Ticket', … }
 */
export function describeService(definition: ServiceDefinition, operations: KnownOperations): DescribedService {
  const work = describeInSteps(definition, operations);
  for (;;) {
    const step = work.next();
    if (step.done === true) return step.value;
  }
}

/** Like {@link describeService}, with a pause after each operation: a service may have hundreds of them, with long mappings. */
export function* describeInSteps(
  { name, webService, cookieName = COOKIE }: ServiceDefinition,
  operations: KnownOperations,
): Generator<undefined, DescribedService> {
  const { gateway, description } = webService;
  const { options, maxLength, ownDocument, usual, ...transport } = describeTransport(webService);
  const routes = transport.routes();
  const surroundings = { options, cookieName, operations, seen: new Map() };
  const described: DescribedOperation[] = [];
  const unreachable: UnreachableOperation[] = [];
  for (const definition of inOrder(webService.operations, [...routes.keys()])) {
    const route = routes.get(definition.name) ?? usual;
    const result = 'reason' in route ? route.reason : toOperation(definition, route, surroundings);
    if (typeof result === 'string') unreachable.push({ name: definition.name, reason: result });
    else described.push(result);
    yield;
  }
  return {
    name,
    description,
    paths: [`/Webservice/${encodeURIComponent(name)}`, ...(gateway.basePath === undefined ? [] : [gateway.basePath])],
    options: gateway,
    maxLength,
    ownDocument,
    operations: described,
    unreachable,
  };
}

function inOrder(
  definitions: ReadonlyMap<string, OperationDefinition>,
  names: readonly string[],
): readonly OperationDefinition[] {
  return [...new Set([...names, ...definitions.keys()])].flatMap((name) => definitions.get(name) ?? []);
}
