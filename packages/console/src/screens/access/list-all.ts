import type { Entry } from '../../api/admin-api.js';
import { call } from '../../api/call.js';

/** All valid entries of a kind with few of them, such as groups. */
export async function listAll(kind: string, signal: AbortSignal): Promise<readonly Entry[]> {
  const all: Entry[] = [];
  for (let after: string | null | undefined; after !== null;) {
    const query = { limit: 200, isValid: true, after };
    const page = await call('GET /catalogue/{kind}', { path: { kind }, query, signal });
    all.push(...page.items);
    after = page.next;
  }
  return all;
}
