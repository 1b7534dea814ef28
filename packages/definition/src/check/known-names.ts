import { isData, type JsonSchema } from '@ticketgate/sdk';

/** The names that a definition may use; names of a missing kind are not checked. */
export interface KnownNames {
  readonly operationTypes?: readonly string[] | undefined;
  /** By operation type, what `Gateway.Customers.May` may name. */
  readonly customerMembers?: ReadonlyMap<string, readonly string[]> | undefined;
  /** By operation type, the keys that its entry may have beyond the common ones. */
  readonly operationOptions?: ReadonlyMap<string, readonly string[]> | undefined;
  /** By operation type, the members of its input. */
  readonly operationMembers?: ReadonlyMap<string, MemberNames> | undefined;
  readonly invokerTypes?: readonly string[] | undefined;
  /** By invoker type, the keys that its entry may have beyond the common ones; types that say nothing are not there. */
  readonly invokerConfig?: ReadonlyMap<string, readonly string[]> | undefined;
  /** By invoker type, the members of answers with which a call fails. */
  readonly refusedMembers?: ReadonlyMap<string, readonly string[]> | undefined;
  /** By invoker type, the members of what it sends; types that do not say are not there. */
  readonly payloadMembers?: ReadonlyMap<string, MemberNames> | undefined;
  /** Names in `requester.tokens` of the configuration. */
  readonly tokenConfigurations?: readonly string[] | undefined;
  /** Names of events that are raised; one that ends in `*` stands for all that begin so. */
  readonly events?: readonly string[] | undefined;
  /** By event, the members that conditions can look at; events that do not say are not there. */
  readonly conditionMembers?: ReadonlyMap<string, MemberNames> | undefined;
  /** `requester.allowedHosts` of the configuration: where requests of invokers may go. */
  readonly allowedHosts?: readonly string[] | undefined;
  /** Variables `TICKETGATE_SECRET_…` of the environment whose values are not keys of signatures. */
  readonly unfitSignKeys?: readonly string[] | undefined;
}

/** The members that a schema names. */
export interface MemberNames {
  readonly names: readonly string[];
  /** Regular expressions of further ones. */
  readonly patterns: readonly string[];
}

export function memberNames({ properties, patternProperties }: JsonSchema): MemberNames {
  const keys = (value: unknown) => Object.keys(isData(value) ? value : {});
  return { names: keys(properties), patterns: keys(patternProperties) };
}
