export type * from './diagnostic.js';
export * from './load-web-service.js';
export { compilePerlPattern } from './perl-pattern.js';
export { isTrue } from './perl-truth.js';
export { compileRoute } from './route-pattern.js';
export type * from './web-service.js';
