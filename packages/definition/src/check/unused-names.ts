import { isData, suggest, toText } from '@ticketgate/sdk';

import { declareDiagnostics, type Finding } from './diagnostic.js';
import { nonEmptyMap, partAt } from '../yaml/read-record.js';
import type { YamlPath } from '../yaml/yaml-source.js';
import {
  CONTROLLERS,
  ERROR_HANDLING,
  findInvokers,
  findOperations,
  REQUESTER_CONFIG,
  TRANSPORT_CONFIG,
} from './definition-parts.js';
import type { Rule } from './rule.js';

const { warning } = declareDiagnostics({
  'unused-name.operation': `There is no operation "{name}", so what is written for it has no effect. Correct the name, or remove it.`,
  'unused-name.invoker': `There is no invoker "{name}", so what is written for it has no effect. Correct the name, or remove it.`,
  'unused-name.module': `ErrorHandling has no "{name}", so nothing is done for it. Correct the name, or remove it.`,
});

const SPECIFIC_HEADERS = ['OutboundHeaders', 'Specific'];

/** Names in other parts refer to operations, invokers and modules that exist. */
export const unusedNames: Rule = (input) => {
  const { config } = input;
  const invokers = findInvokers(input).map(({ name }) => name);
  const modules = Object.keys(nonEmptyMap(partAt(config, ERROR_HANDLING)) ?? {});
  const find = (kind: 'operation' | 'invoker' | 'module', path: YamlPath, known: readonly string[]) =>
    namesAt(partAt(config, path)).flatMap(({ name, key, at }): readonly Finding[] => {
      if (known.includes(name)) return [];
      return [warning(`unused-name.${kind}`, { path: [...path, key], at, suggestion: suggest(name, known) }, { name })];
    });
  return [
    ...find(
      'operation',
      [...TRANSPORT_CONFIG, ...SPECIFIC_HEADERS],
      findOperations(input).map(([name]) => name),
    ),
    ...find('invoker', [...REQUESTER_CONFIG, ...SPECIFIC_HEADERS], invokers),
    ...find('invoker', CONTROLLERS, invokers),
    ...find('module', ['Requester', 'ErrorHandlingPriority'], modules),
    ...modules.flatMap((module) => find('invoker', [...ERROR_HANDLING, module, 'InvokerFilter'], invokers)),
  ];
};

function namesAt(value: unknown) {
  if (Array.isArray(value)) return value.map((name, key) => ({ name: toText(name), key, at: 'value' as const }));
  return Object.keys(isData(value) ? value : {}).map((name) => ({ name, key: name, at: 'key' as const }));
}
