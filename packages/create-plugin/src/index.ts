export { createPlugin } from './create-plugin.js';
export { KINDS, type Kind, NotWritten, writePackage } from './write-package.js';
