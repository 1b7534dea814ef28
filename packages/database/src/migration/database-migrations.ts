import { readMigrations } from '../postgres/index.js';

import text from './database-migrations.sql';

export const databaseMigrations = readMigrations(text);
