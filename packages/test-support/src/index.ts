export * from './silent-logger.js';
export * from './test-database.js';
