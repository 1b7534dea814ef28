export { runCommand } from './command/main.js';
export type { Configuration, LoadedConfiguration } from './configuration/configuration.js';
export { ConfigurationError } from './configuration/configuration-error.js';
export { configurationSchema } from './configuration/configuration.js';
export { loadConfiguration, type ConfigurationSources } from './configuration/load-configuration.js';
export { createLogger } from './logging/create-logger.js';
export { startServer, type RunningServer, type ServerOptions } from './serving/start-server.js';
