export { writeClient, type ClientLanguage } from './write-client.js';
