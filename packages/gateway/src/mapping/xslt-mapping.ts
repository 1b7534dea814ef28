import type { XsltMappingConfig } from '@ticketgate/definition';
import { isData, type Data } from '@ticketgate/sdk';
import { applyTemplate, XsltError, type XsltStage } from '@ticketgate/definition/xslt';

import { Overloaded } from '../services/load-limiter.js';
import { compileKeyFilters } from './key-filters.js';
import { MappingFailed, type Mapped, type MappingRun } from './mapping.js';

/** Compiles Mapping XSLT: renames members, applies the template, and renames members of the result. */
export function compileXsltMapping(config: XsltMappingConfig): (data: Data, run: MappingRun) => Promise<Mapped> {
  const before = compileKeyFilters(config.preFilters);
  const after = compileKeyFilters(config.postFilters);
  return async (data, run) => {
    const seen = include(data, config.dataInclude, run);
    const named = before === undefined ? seen : before(seen, run.budget);
    if (before !== undefined) run.debug?.('Data before mapping after Pre RegExFilter', () => named);
    const mapped = await applyTemplate(config.template, named, config.forceArray).catch((cause: unknown) => {
      throw explain(cause);
    });
    if (after === undefined || !isData(mapped)) return mapped;
    run.debug?.('Data after mapping before Post RegExFilter', () => mapped);
    return after(mapped, run.budget);
  };
}

/** Adds the data of the exchange that the mapping names. */
function include(data: Data, names: readonly string[], { parts = {}, debug }: MappingRun): Data {
  const included = Object.fromEntries(
    names.filter((name) => parts[name] !== undefined).map((name) => [name, parts[name]] as const),
  );
  if (Object.keys(included).length === 0) return data;
  const merged = { ...data, DataInclude: included };
  debug?.('Data merged with DataInclude before mapping', () => merged);
  return merged;
}

/** The family's messages; it has no limit of time. */
const SAYS: Readonly<Record<Exclude<XsltStage, 'Busy'>, string>> = {
  LoadTemplate: 'Could not load configured XSLT template',
  ParseTemplate: 'Could not parse configured XSLT template',
  WriteData: 'Could not convert data from Perl to XML before mapping',
  LoadData: 'Could not load data after conversion from Perl to XML',
  Map: 'Could not map data',
  TimeLimit: 'Could not map data',
  Write: 'Could not write mapped data',
  ReadResult: 'Could not convert data from XML to Perl after mapping',
};

const FAILED = 'The XSLT mapping of this operation has failed. The debug log of the service has the reason.';

function explain(cause: unknown): unknown {
  if (!(cause instanceof XsltError)) return cause;
  if (cause.stage === 'Busy') return new Overloaded();
  return new MappingFailed({ message: FAILED, says: SAYS[cause.stage] }, cause);
}
