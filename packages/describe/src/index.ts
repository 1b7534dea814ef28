export { describeService } from './describe-service.js';
export type * from './described-service.js';
