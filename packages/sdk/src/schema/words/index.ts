export * from './build.js';
export { omit } from './omit.js';
