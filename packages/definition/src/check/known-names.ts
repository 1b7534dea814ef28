import { isData, type JsonSchema } from '@ticketgate/sdk';

/** The names that a definition may use; names of a missing kind are not checked. */
export interface KnownNames {
  readonly operationTypes?: readonly string[] | undefined;
  /** By operation type, the names that `Gateway.Customers.May` can list. */
  readonly customerMembers?: ReadonlyMap<string, readonly string[]> | undefined;
  /** By operation type, the additional keys of its entry. */
  readonly operationOptions?: ReadonlyMap<string, readonly string[]> | undefined;
  /** By operation type, the members of its input. */
  readonly operationMembers?: ReadonlyMap<string, MemberNames> | undefined;
  readonly invokerTypes?: readonly string[] | undefined;
  /** By invoker type, the additional keys of its entry; types that do not declare any are missing. */
  readonly invokerConfig?: ReadonlyMap<string, readonly string[]> | undefined;
  /** By invoker type, the members of answers with which a call fails. */
  readonly refusedMembers?: ReadonlyMap<string, readonly string[]> | undefined;
  /** By invoker type, the members of its payload; types that do not declare them are missing. */
  readonly payloadMembers?: ReadonlyMap<string, MemberNames> | undefined;
  /** Names in `requester.tokens` of the configuration. */
  readonly tokenConfigurations?: readonly string[] | undefined;
  /** Names of the events that are raised; one that ends in `*` is a prefix. */
  readonly events?: readonly string[] | undefined;
  /** By event, the members that conditions can use; events that do not declare them are missing. */
  readonly conditionMembers?: ReadonlyMap<string, MemberNames> | undefined;
  /** `requester.allowedHosts` of the configuration: the hosts that invokers may send requests to. */
  readonly allowedHosts?: readonly string[] | undefined;
  /** Variables `TICKETGATE_SECRET_…` of the environment that cannot be signing keys. */
  readonly unfitSignKeys?: readonly string[] | undefined;
}

export interface MemberNames {
  readonly names: readonly string[];
  /** Regular expressions for further names. */
  readonly patterns: readonly string[];
}

export function memberNames({ properties, patternProperties }: JsonSchema): MemberNames {
  const keys = (value: unknown) => Object.keys(isData(value) ? value : {});
  return { names: keys(properties), patterns: keys(patternProperties) };
}
