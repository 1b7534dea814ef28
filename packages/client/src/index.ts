export { writeClient } from './write-client.js';
