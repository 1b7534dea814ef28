import type { Operation, OperationResource } from '@ticketgate/sdk';

import type { DescribedResource } from './described-service.js';
import type { MappingView } from './mapping/mapping-view.js';

/** The resources of an operation, with members as clients name them; without those that an inbound mapping cuts off. */
export function resourcesSeen(
  { effect, resources = [] }: Operation,
  inbound: MappingView,
): readonly DescribedResource[] {
  return effect === 'reads' ? resources.flatMap((resource) => resourceSeen(resource, inbound)) : [];
}

function resourceSeen(
  { path, name, summary, input = {} }: OperationResource,
  inbound: MappingView,
): readonly DescribedResource[] {
  const members = [...path.matchAll(/\{(\w+)\}/g)].flatMap(([, member]) => member ?? []);
  const variables = members.flatMap((member) => {
    const seen = inbound.nameOf(member);
    return seen === undefined ? [] : [[member, seen] as const];
  });
  const sent = inbound.inputExample(input);
  if (sent === undefined || variables.length < members.length) return [];
  return [{ path, name, summary, variables: Object.fromEntries(variables), input: sent }];
}
