export {
  DuplicateOperation,
  InvalidOperation,
  OperationRegistry,
  type RegisteredOperation,
} from './dispatch/operation-registry.js';
export {
  createGateway,
  type Gateway,
  type GatewayDependencies,
  type GatewayLimits,
  type PublishReport,
} from './gateway.js';
export type * from './ports.js';
export type { CompiledService } from './services/compile-service.js';
export { describeServices } from './services/publisher.js';
export type { ServiceState } from './services/service-state.js';
