export { plugin } from './plugin/plugin.js';
