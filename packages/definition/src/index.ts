export type * from './diagnostic.js';
export type * from './web-service.js';
