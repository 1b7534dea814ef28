// What a server is made of, for those who build something else of it: @ticketgate/testing.
export type { LoadedConfiguration } from './configuration/loaded-configuration.js';
export { defaultConfiguration } from './configuration/default-configuration.js';
export type { LoadedPlugins } from './plugins/load-plugins.js';
export { EventDelivery, type DeliveryOutcome } from './events/event-delivery.js';
export { callPorts } from './serving/call-ports.js';
export { readingLimits } from './serving/reading-limits.js';
export { setUpPlugins } from './serving/set-up-plugins.js';
export { settingDefinitions } from './settings/setting-definitions.js';
export { SettingsInForce } from './settings/settings-in-force.js';
export { Closing } from './system/closing.js';
export { openSystem, type System } from './system/open-system.js';
