import {
  describeInSteps,
  type DescribedBody,
  type DescribedCall,
  type DescribedExample,
  type OwnDocument,
} from '@ticketgate/describe';
import { offMainThread, type MappedEntry, type MappingDefinition } from '@ticketgate/definition';
import { inSteps, type Operation } from '@ticketgate/sdk';

import type { AdminSystem } from '../admin-system.js';

export const MAPPINGS = ['none', 'Simple', 'XSLT', 'Test', 'broken'] as const;

/** An operation of a web service as its clients call it. */
export interface ServiceOperation {
  /** In the definition. */
  readonly name: string;
  readonly type: string;
  readonly summary: string;
  /** Why no request can call it; null where some can. */
  readonly obstacle: string | null;
  readonly calls: readonly DescribedCall[];
  readonly examples: readonly Pick<DescribedExample, 'summary' | 'input'>[];
  /** Where requests are not JSON: one for each example, or one without members. */
  readonly requests?: readonly DescribedBody[] | undefined;
  readonly inbound: (typeof MAPPINGS)[number];
  readonly outbound: (typeof MAPPINGS)[number];
}

/** The operations of a definition, those with routes first; none where it cannot be read. */
export async function describeOperations(
  { operations, definitionBytes }: Pick<AdminSystem, 'operations' | 'definitionBytes'>,
  name: string,
  text: string,
): Promise<readonly ServiceOperation[]> {
  const { webService } = await offMainThread('load', text, name, { mostBytes: definitionBytes });
  if (webService === undefined) return [];
  const known = { get: (type: string): Operation | undefined => operations.get(type)?.operation };
  const described = await inSteps(describeInSteps({ name, webService }, known));
  const mappings = (operation: string) => mappingsOf(webService.operations.get(operation));
  return [
    ...described.operations.map(({ name: operation, type, summary, calls, examples }) => ({
      name: operation,
      type,
      summary,
      obstacle: null,
      calls,
      examples: examples.map(({ summary: shows, input }) => ({ summary: shows, input })),
      requests: requestsOf(described.ownDocument, operation, examples),
      ...mappings(operation),
    })),
    ...described.unreachable.map(({ name: operation, reason }) => {
      const { type = '', description = '' } = webService.operations.get(operation) ?? {};
      const unreached = { name: operation, type, summary: description, obstacle: reason, calls: [], examples: [] };
      return { ...unreached, ...mappings(operation) };
    }),
  ];
}

function requestsOf(
  document: OwnDocument | undefined,
  operation: string,
  examples: readonly DescribedExample[],
): readonly DescribedBody[] | undefined {
  const inputs = examples.length === 0 ? [{}] : examples.map(({ input }) => input);
  return document && inputs.map((input) => document.request(operation, input));
}

/** The types of both mappings of an entry. */
export function mappingsOf({ inbound, outbound }: Partial<Pick<MappedEntry, 'inbound' | 'outbound'>> = {}) {
  return { inbound: KINDS[inbound?.kind ?? 'none'], outbound: KINDS[outbound?.kind ?? 'none'] };
}

const KINDS: Readonly<Record<MappingDefinition['kind'], (typeof MAPPINGS)[number]>> = {
  none: 'none',
  pass: 'none',
  simple: 'Simple',
  xslt: 'XSLT',
  test: 'Test',
  broken: 'broken',
};
