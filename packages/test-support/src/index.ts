export * from './server-process.js';
export * from './silent-logger.js';
export * from './test-database.js';
export * from './test-server.js';
