import { operationName, type Operation, type OperationType } from '@ticketgate/sdk';

const NAME = 'Test';

/** The path of an operation in the test service. */
export function pathOf(type: OperationType): string {
  return `/Webservice/${NAME}/${routeOf(type)}`;
}

function routeOf(type: OperationType): string {
  return type.replace('::', '-');
}

/** A web service with a route for each operation, as JSON, which is valid YAML. Operations with the same name get their full type. */
export function testService(operations: readonly Operation[]): {
  id: number;
  name: string;
  config: string;
  validID: 1;
} {
  const entries = operations.map(({ type }) => [nameOf(type, operations), type] as const);
  const definition = {
    Debugger: { DebugThreshold: 'debug' },
    Provider: {
      Operation: Object.fromEntries(entries.map(([name, type]) => [name, { Type: type }])),
      Transport: {
        Type: 'HTTP::REST',
        Config: {
          MaxLength: 10_000_000,
          RouteOperationMapping: Object.fromEntries(
            entries.map(([name, type]) => [name, { Route: `/${routeOf(type)}`, RequestMethod: METHODS }]),
          ),
        },
      },
    },
    Gateway: { Profile: 'contract', ErrorStatus: 'http' },
  };
  return { id: 1, name: NAME, config: JSON.stringify(definition), validID: 1 };
}

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'];

function nameOf(type: OperationType, operations: readonly Operation[]): string {
  const name = operationName({ type });
  const isShared = operations.some((other) => other.type !== type && operationName(other) === name);
  return isShared ? routeOf(type) : name;
}
