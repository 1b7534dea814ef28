import type { Data } from '@ticketgate/sdk';

/** A value of `MappingInbound` or `MappingOutbound`, ready to be compiled. */
export type MappingDefinition =
  /** `{}`, absent, or `{ Type: Simple }` without Config. `pass` still turns undefined into `{}`, `none` does not. */
  | { readonly kind: 'none' }
  | { readonly kind: 'pass' }
  | { readonly kind: 'simple'; readonly config: SimpleMappingConfig }
  /** `Type: XSLT` with a template. */
  | { readonly kind: 'xslt'; readonly config: XsltMappingConfig }
  /** `Type: Test`, with its TestOption. */
  | { readonly kind: 'test'; readonly option: string }
  /** Cannot be created: each request is answered with the fault `Unknown`. */
  | { readonly kind: 'broken'; readonly reason: string };

export type DefaultRule =
  | { readonly mapType: 'Keep' }
  | { readonly mapType: 'Ignore' }
  | { readonly mapType: 'MapTo'; readonly mapTo: string };

/** A checked configuration of Mapping Simple (`docs/compatibility.md`). */
export interface SimpleMappingConfig {
  readonly keyMapExact: Readonly<Record<string, string>>;
  readonly keyMapRegEx: Readonly<Record<string, string>>;
  readonly keyMapDefault: DefaultRule;
  /** By new key. */
  readonly valueMap: Readonly<Record<string, ValueMapping>>;
  readonly valueMapDefault: DefaultRule;
}

/** The configuration of Mapping XSLT. */
export interface XsltMappingConfig {
  readonly template: string;
  /** Names of elements of the result that become lists even if there is only one. */
  readonly forceArray: readonly string[];
  /** Parts of the exchange that the template sees beside the data. */
  readonly dataInclude: readonly string[];
  /** Rename members before the template and after it. */
  readonly preFilters: readonly KeyFilter[];
  readonly postFilters: readonly KeyFilter[];
}

export interface KeyFilter {
  /** A Perl pattern for a part of the name. */
  readonly search: string;
  /** Instead of that part; `$1` and `${1}` are groups of the pattern. */
  readonly replace: string;
}

export interface ValueMapping {
  readonly exact: Readonly<Record<string, string>>;
  readonly regEx: Readonly<Record<string, string>>;
}

/** An entry of a definition that has mappings: an operation or an invoker. */
export interface MappedEntry {
  readonly name: string;
  /** `''` when the entry has no Type: it cannot be called. */
  readonly type: string;
  readonly description: string;
  readonly inbound: MappingDefinition;
  readonly outbound: MappingDefinition;
  /** The entry as written. */
  readonly options: Data;
}
