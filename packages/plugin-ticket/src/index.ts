import './plugin/known-types.js';

export { plugin } from './plugin/plugin.js';
