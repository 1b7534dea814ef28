import { join } from 'node:path';

/** The repository; what runs lies in `test/load/dist`. */
export const ROOT = join(import.meta.dirname, '..', '..', '..', '..');
