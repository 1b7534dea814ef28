import type { MappingDefinition } from '@ticketgate/definition';
import { isData, type Data } from '@ticketgate/sdk';

import { createFault } from '../failure.js';
import { MappingFailed, type Mapped, type Mapping, type MappingRun, patternBudget } from './mapping.js';
import { mapOutOfOffice } from './out-of-office-mapping.js';
import { compileSimpleMapping } from './simple-mapping.js';
import { compileXsltMapping } from './xslt-mapping.js';
import { compileZnunyMapping } from './znuny-mapping.js';

/**
 * Compiles a mapping; undefined if it changes nothing.
 *
 * @example
 * const mapping = compileMapping(operation.inbound);
 * const mapped = mapping === undefined ? data : await mapping.map(data, { notice: () => undefined });
 */
export function compileMapping(definition: MappingDefinition): Mapping | undefined {
  switch (definition.kind) {
    case 'none':
      return undefined;
    case 'broken':
      return { map: () => failAsBroken(definition.reason.message), makesTexts: false };
    case 'pass':
      return guarded((data) => data);
    case 'test':
      return guarded((data) => testMapping(data, definition.option));
    case 'simple':
      return guarded(compileSimpleMapping(definition.config));
    case 'znuny':
      return { map: taken(compileZnunyMapping(definition.config)), makesTexts: false };
    case 'out-of-office':
      return guarded(mapOutOfOffice);
    case 'xslt':
      return { ...guarded(compileXsltMapping(definition.config)), makesTexts: true };
  }
}

const BROKEN = 'A mapping of this operation cannot be applied. The debug log of the service has the reason.';
const NOT_AN_OBJECT = 'The operation has a mapping, which takes an object. Send one.';

const MappingBroken = createFault('Gateway.MappingBroken');

function failAsBroken(reason: string): never {
  throw new MappingBroken({ message: BROKEN, says: 'Unknown' }, new Error(reason));
}

function guarded(map: (data: Data, run: MappingRun) => Mapped | Promise<Mapped>): Mapping {
  return {
    makesTexts: false,
    map: taken((data, run) => {
      if (data === undefined || data === null) return {};
      if (!isData(data)) {
        throw new MappingFailed({
          message: NOT_AN_OBJECT,
          says: 'Got Data but it is not a hash ref in Mapping handler!',
        });
      }
      return Object.keys(data).length === 0 ? {} : map(data, run);
    }),
  };
}

function taken(map: (data: unknown, run: MappingRun) => Mapped | Promise<Mapped>): Mapping['map'] {
  return (data, call) => map(data, { ...call, budget: patternBudget(call.characters ?? Infinity) });
}

/** The family's mapping for tests: changes the case of top-level texts, or empties them. */
function testMapping(data: Data, option: string): Data {
  const change = CHANGES[option];
  if (change === undefined) return data;
  return Object.fromEntries(
    Object.entries(data).map(([name, value]) => [name, typeof value === 'string' ? change(value) : value]),
  );
}

const CHANGES: Readonly<Record<string, (text: string) => string>> = {
  ToUpper: (text) => text.toUpperCase(),
  ToLower: (text) => text.toLowerCase(),
  Empty: () => '',
};
