import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { adminRoutes, openApiOf } from '@ticketgate/admin/api';

import { consoleClient } from '../../scripts/console-client.mjs';

describe('what the console knows of the API', () => {
  it('is what the API offers; "npm run generate:console" writes it anew', async () => {
    const file = join(import.meta.dirname, '..', '..', 'packages', 'console', 'src', 'api', 'admin-api.ts');
    expect(readFileSync(file, 'utf8')).toBe(await consoleClient(openApiOf(adminRoutes, '1')));
  });
});
