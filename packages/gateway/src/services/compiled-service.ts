import type { DebugLevel, GatewayOptions, WebService } from '@ticketgate/definition';
import type { OperationBinding, OperationProfile } from '@ticketgate/sdk';

import type { SecretNames } from '../debugger/secret-names.js';
import type { MemberCheck } from '../dispatch/known-members.js';
import type { RegisteredOperation } from '../dispatch/operation-registry.js';
import type { Mapping } from '../mapping/mapping.js';
import type { ServiceTransport } from '../transports/transport.js';
import type { OperationBounds } from './operation-bounds.js';
import type { RateLimit } from './rate-limit.js';

/** An operation of a service with everything that can be prepared before a request comes. */
export interface BoundOperation {
  readonly binding: OperationBinding;
  readonly inbound: Mapping | undefined;
  readonly outbound: Mapping | undefined;
  readonly registered: RegisteredOperation;
  readonly profile: OperationProfile;
  /** `Timeout` and `Concurrency`; undefined without either. */
  readonly bounds: OperationBounds | undefined;
  /** Names of route parameters. */
  readonly parameters: readonly string[];
  /** The schema of its output marks a member as `secret`. */
  readonly answersSecrets: boolean;
  /** Undefined where the service ignores what its operations do not know. */
  readonly findUnknown: MemberCheck | undefined;
}

/** An entry of `Provider.Operation` that no plugin serves; its requests are answered with a fault. */
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
  /** Undefined: the definition has one that is not served, so the service is unknown to clients. */
  readonly transport: ServiceTransport | undefined;
  /** One sentence why no request can succeed; undefined when some can. */
  readonly obstacle: string | undefined;
  readonly operations: ReadonlyMap<string, BoundOperation | UnboundOperation>;
  readonly rateLimit: RateLimit | undefined;
}
