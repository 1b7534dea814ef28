import type { InvokerDefinition, MappingDefinition } from '@ticketgate/definition';
import { compileMapping, type Mapping } from '@ticketgate/gateway';

/** The compiled mappings of published definitions. */
const mappings = new WeakMap<MappingDefinition, Mapping | undefined>();

export function mappingOf(definition: MappingDefinition): Mapping | undefined {
  if (!mappings.has(definition)) mappings.set(definition, compileMapping(definition));
  return mappings.get(definition);
}

/** Whether a mapping needs the long texts themselves. */
export function readsTexts({ outbound, inbound }: InvokerDefinition): boolean {
  return mappingOf(outbound) !== undefined || (inbound.kind === 'xslt' && inbound.config.dataInclude.length > 0);
}
