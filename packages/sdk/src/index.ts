export * from './accounts.js';
export * from './data.js';
export * from './database.js';
export * from './errors.js';
export * from './logger.js';
export * from './operation.js';
export * from './plugin.js';
export * from './settings.js';
