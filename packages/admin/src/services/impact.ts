import type { RouteCounts } from '@ticketgate/database';
import type { DefinitionChange } from '@ticketgate/definition';

/** A change of a definition, with the calls that it affects. */
export interface Impact extends DefinitionChange {
  /** Calls in the last 7 days of the route or the operation that changes; undefined where neither does. */
  readonly calls: number | undefined;
}

/** The calls of the last 7 days that changes of a service would have affected. */
export function impactOf(
  changes: readonly DefinitionChange[],
  serviceID: number,
  calls: readonly RouteCounts[],
): readonly Impact[] {
  const own = calls.filter((each) => each.serviceID === serviceID);
  return changes.map((change) => ({ ...change, calls: callsOf(change, own) }));
}

/** A change in one line, with the calls that it affects. */
export function describeImpact({ sentence, calls }: Impact): string {
  if (calls === undefined) return sentence;
  return `${sentence} (${calls === 1 ? '1 call' : `${calls} calls`} in the last 7 days)`;
}

function callsOf({ kind, operation, route }: DefinitionChange, calls: readonly RouteCounts[]): number | undefined {
  if (kind === 'added' || operation === undefined) return undefined;
  const meets = (each: RouteCounts) =>
    route === undefined
      ? each.operation === operation
      : each.route === route.route && (route.method === undefined || each.method === route.method);
  return calls.filter(meets).reduce((sum, { requests }) => sum + requests, 0);
}
