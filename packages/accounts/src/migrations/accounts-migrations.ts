import { readMigrations } from '@ticketgate/database/postgres';

import text from './accounts-migrations.sql';

export const accountsMigrations = readMigrations(text);
