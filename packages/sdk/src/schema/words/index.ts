export * from './build.js';
