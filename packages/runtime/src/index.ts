export { callPorts, type ReadyOperations, setUpPlugins } from './plugins/set-up-plugins.js';
export { ConfigurationError, createFileError } from './configuration/configuration-error.js';
export { type AppliedPart, type Configuration, configurationSchema } from './configuration/configuration.js';
export { defaultConfiguration, optionManual } from './configuration/default-configuration.js';
export { type Flags, nonEmpty, type OptionSources } from './configuration/environment-options.js';
export {
  findConfigurationFiles,
  checkConfigurationText,
  loadConfiguration,
  writeStarter,
  type LoadedConfiguration,
} from './configuration/load-configuration.js';
export { bodyBudget, gatewayLimits, readingLimits } from './configuration/limits-of-gateway.js';
export {
  EVERYWHERE,
  makeServerURL,
  invokersOff,
  providerHosts,
  reachableHosts,
  readListenAddress,
} from './configuration/reachable-hosts.js';
export { describeSent, explainFailure, newMask, shownData } from './invokers/describe-sent.js';
export { RequesterSecretMissing, resolveSecret } from './invokers/secrets.js';
export { compareFields, meetsCondition } from './invokers/call/index.js';
export { Invokers, type ServiceCallResult } from './invokers/invokers.js';
export { catalogueEvents, catalogueKinds, emittedNames } from './events/catalogue-events.js';
export { decoded } from './fetching/basic-credentials.js';
export { exchange, IncompleteAnswer } from './fetching/exchange.js';
export { startEvents } from './events/start-events.js';
export { EXIT_CODE } from './exit-code.js';
export { openAccessLog } from './logging/access-log.js';
export { createLogger, maskURLs, withoutControls } from './logging/create-logger.js';
export { gatherFromWorkers, gatherThroughPrimary, tellPrimary, type ReadMetrics } from './metrics/gather-metrics.js';
export { addSystemMetrics, findDisk } from './metrics/system-metrics.js';
export { requestMetrics } from './metrics/request-metrics.js';
export {
  type CheckedFiles,
  type PluginProblem,
  describeProblem,
  reportProblems,
  requireUsable,
  reportPlugins,
} from './plugins/plugin-problem.js';
export { type PluginPlace, findPlugin, locatePlugins } from './plugins/find-plugin-file.js';
export { type LoadedPlugins, loadPlugins } from './plugins/load-plugins.js';
export { registerPlugins } from './plugins/register-plugins.js';
export { type ServicesByOperation, startServices } from './plugins/start-services.js';

export { settingDefinitions, EffectiveSettings } from './settings/effective-settings.js';
export { listHostNames } from './settings/follow-host-settings.js';
export { DURATION_STEPS, estimateQuantile } from './statistics/quantile.js';
export { startCounting } from './statistics/request-counter.js';
export { Closing } from './system/closing.js';
export {
  describeURL,
  type LocatedDatabase,
  locateDatabase,
  directURL,
  withUnlimited,
} from './system/locate-database.js';
export { makeOnce } from './system/make-once.js';
export { type System, listMigrations, openSystem, openDebuggerSink } from './system/open-system.js';
export { version } from './version.js';
export { pluginConsumer } from './events/plugin-consumer.js';
export { EventDelivery, type DeliveryOutcome } from './events/event-delivery.js';
