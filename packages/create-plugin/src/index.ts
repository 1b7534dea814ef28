export { createPlugin } from './create-plugin.js';
