import type { DebugLevel, GatewayOptions, WebService } from '@ticketgate/definition';
import type { OperationBinding, OperationProfile } from '@ticketgate/sdk';

import type { SecretNames } from '../debugger/secret-names.js';
import type { MemberCheck } from '../dispatch/known-members.js';
import type { RegisteredOperation } from '../dispatch/operation-registry.js';
import type { Mapping } from '../mapping/mapping.js';
import type { ServiceTransport } from '../transports/transport.js';
import type { OperationLimits, RateLimit } from './service-limits.js';

/** An operation of a service, prepared for requests. */
export interface BoundOperation {
  readonly binding: OperationBinding;
  readonly inbound: Mapping | undefined;
  readonly outbound: Mapping | undefined;
  readonly registered: RegisteredOperation;
  readonly profile: OperationProfile;
  /** `Timeout` and `Concurrency`; undefined without either. */
  readonly limits: OperationLimits | undefined;
  /** Names of route parameters. */
  readonly parameters: readonly string[];
  /** The schema of its output marks a member as `secret`. */
  readonly answersSecrets: boolean;
  /** Undefined if the service ignores unknown members. */
  readonly findUnknown: MemberCheck | undefined;
}

/** An operation of `Provider.Operation` whose type no plugin provides; its requests are answered with a fault. */
export interface UnboundOperation {
  readonly inbound: Mapping | undefined;
  /** As the definition has it; `''` without one. */
  readonly missingType: string;
}

/** A published web service: immutable, swapped as a whole. */
export interface CompiledService {
  readonly id: number;
  readonly name: string;
  /** The definition that it was compiled from. */
  readonly webService: WebService;
  readonly options: GatewayOptions;
  readonly debugger: {
    readonly threshold: DebugLevel;
    readonly testMode: boolean;
    readonly secretNames: SecretNames;
  };
  /** Undefined if the definition has a transport that is not served; clients get the answer for unknown services. */
  readonly transport: ServiceTransport | undefined;
  /** Why no request can succeed, in one sentence; undefined when some can. */
  readonly obstacle: string | undefined;
  readonly operations: ReadonlyMap<string, BoundOperation | UnboundOperation>;
  readonly rateLimit: RateLimit | undefined;
}
