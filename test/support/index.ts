export { AnswerCheck } from './answer-check.js';
export * from './server-process.js';
export * from './silent-logger.js';
export * from './test-database.js';
export * from './test-server.js';
export * from './ticketgate-process.js';
export * from './until-true.js';
export { collectingLogger, type CollectingLogger } from '@ticketgate/testing/parts';
export { DatabaseRoad } from './database-road.js';
