export * from './build.js';
export { objectsIn } from './objects-in.js';
export { omit } from './omit.js';
