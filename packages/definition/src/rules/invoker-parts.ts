import { type Data, isData } from '@ticketgate/sdk';

import { member, nonEmptyMap } from '../reading/read-record.js';
import type { Finding, YamlPath } from '../yaml/yaml-source.js';
import type { RuleInput } from './rule.js';

const INVOKERS: YamlPath = ['Requester', 'Invoker'];

export interface InvokerEntry {
  readonly name: string;
  readonly invoker: Data;
  readonly path: YamlPath;
}

/** Entries of `Requester.Invoker` that are maps. */
export function invokersOf({ config }: RuleInput): readonly InvokerEntry[] {
  const invokers = Object.entries(nonEmptyMap(member(config.Requester, 'Invoker')) ?? {});
  return invokers.flatMap(([name, invoker]) => (isData(invoker) ? [{ name, invoker, path: [...INVOKERS, name] }] : []));
}

/** Operations work beside invokers with mistakes, which are therefore warnings. */
export function invokerWarning(finding: Omit<Finding, 'severity'>): Finding {
  return { severity: 'warning', ...finding };
}
