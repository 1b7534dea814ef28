import type { InvokerDefinition, MappingDefinition } from '@ticketgate/definition';
import { compileMapping, type Mapping } from '@ticketgate/gateway';

/** Compiled once for each published definition. */
const mappings = new WeakMap<MappingDefinition, Mapping | undefined>();

export function mappingOf(definition: MappingDefinition): Mapping | undefined {
  if (!mappings.has(definition)) mappings.set(definition, compileMapping(definition));
  return mappings.get(definition);
}

/** Whether a mapping may look at long texts. */
export function readsTexts({ outbound, inbound }: InvokerDefinition): boolean {
  return mappingOf(outbound) !== undefined || (inbound.kind === 'xslt' && inbound.config.dataInclude.length > 0);
}
