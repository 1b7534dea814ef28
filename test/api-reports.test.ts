import { readFileSync } from 'node:fs';
import { adminRoutes, writeAdminOpenApi } from '@ticketgate/admin/api';
import { apiDiff } from 'api-smart-diff';

import { ADMIN_API, apiReport, reportFile, STABLE } from '../scripts/api-reports.mjs';

type Document = Readonly<Record<string, unknown>>;

/** Paths, each with what was done to it, that a client of the older document may rely on. */
function breakingChanges(before: Document, after: Document): readonly string[] {
  // The library takes a member that a body has to have from now on for harmless.
  const isRequired = (path: readonly (string | number)[]) => path.includes('requestBody') && path.at(-2) === 'required';
  const breaking = apiDiff(before, after).filter(
    ({ type, action, path }) => type === 'breaking' || (action === 'add' && isRequired(path)),
  );
  return breaking.map(({ action, path }) => `${action} ${path.join(' ')}`);
}

/** A document as JSON has it. */
const current = () => JSON.parse(JSON.stringify(writeAdminOpenApi(adminRoutes, '1'))) as Document;
const released = () => JSON.parse(readFileSync(ADMIN_API, 'utf8')) as Document;

describe('what we promise', () => {
  it.each(STABLE)('the types of %s are those of its report; "npm run api" writes a change that is meant', (name) => {
    expect(apiReport(name)).toBe(readFileSync(reportFile(name), 'utf8'));
  });

  it('the API of administrators breaks no client of the last release; "npm run api" accepts what is meant', () => {
    expect(breakingChanges(released(), current())).toEqual([]);
  });

  it('a route that is gone, and a member that becomes required, would be noticed', () => {
    const altered = current() as { paths: Record<string, unknown>; components: { schemas: Record<string, unknown> } };
    delete altered.paths['/check'];
    altered.components.schemas.PostApiKeysBody = {
      ...(altered.components.schemas.PostApiKeysBody as object),
      required: ['name', 'agent', 'comment'],
    };
    const changes = breakingChanges(released(), altered);
    expect(changes).toContain('remove paths /check post');
    expect(changes).toContain('add paths /api-keys post requestBody content application/json schema required 2');
  });
});
