import type { InvokerDefinition, MappingDefinition } from '@ticketgate/definition';
import { compileMapping, type Mapping } from '@ticketgate/gateway';

import type { AnswerUse } from './http/invoker-transport.js';

/** The compiled mappings of published definitions. */
const mappings = new WeakMap<MappingDefinition, Mapping | undefined>();

export function mappingOf(definition: MappingDefinition): Mapping | undefined {
  if (!mappings.has(definition)) mappings.set(definition, compileMapping(definition));
  return mappings.get(definition);
}

/** Without an inbound mapping, nothing in the definition says that the content of an answer matters. */
export function answerUseOf({ ignoresAnswer, inbound }: InvokerDefinition): AnswerUse {
  if (ignoresAnswer) return 'ignored';
  return inbound.kind === 'none' ? 'optional' : 'needed';
}

/** Characters of all long texts up to which outbound mappings see them. */
const MOST_MAPPED = 5_000_000;

/** Whether mappings see the long texts of a call themselves. Otherwise they see placeholders, which they can copy. */
export function readsTexts({ outbound, inbound }: InvokerDefinition, length: number): boolean {
  if (inbound.kind === 'xslt' && inbound.config.dataInclude.length > 0) return true;
  return mappingOf(outbound) !== undefined && length <= MOST_MAPPED;
}
