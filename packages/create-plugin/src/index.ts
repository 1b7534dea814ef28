export { createPlugin } from './create-plugin.js';
export { KINDS, type Kind, type Language, NotWritten, writePackage } from './write-package.js';
