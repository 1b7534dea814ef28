import type { AdminCase } from './admin-case.js';

// These tests share one server with others.
// eslint-disable-next-line jest/no-export
export function describeAccounts(given: AdminCase): void {
  describe('accounts', () => {
    it.each([
      ['/agents', { FirstName: 'New', LastName: 'Agent', Email: 'new@example.org' }, { Email: 'other@example.org' }],
      ['/groups', { Comment: 'for tests' }, { Comment: 'for other tests' }],
      ['/roles', { Comment: 'for tests' }, { Comment: 'for other tests' }],
      [
        '/customers',
        { FirstName: 'New', LastName: 'Customer', Email: 'c@example.org', CustomerID: 'shop' },
        { Email: 'other@example.org' },
      ],
    ])('at %s are added, listed, changed and disabled, and refused with both sides', async (path, members, other) => {
      const { client } = given;
      const name = `new${path.slice(1)}`;
      const body = { name, members };
      const { entry } = await client.get(`POST ${path}`, { body });
      expect(entry).toMatchObject({ name, isValid: true, values: members });
      expect(await client.fail(`POST ${path}`, { body })).toBe('409 Admin.EntryExists');
      expect(await client.get(`GET ${path}/${name}`)).toEqual(entry);
      const { state } = entry as { readonly state: string };
      const changed = await client.get(`PATCH ${path}/${name}`, { body: { base: state, members: other } });
      expect(changed).toMatchObject({ isChanged: true, entry: { values: other } });
      const stale = { body: { base: state, members: { Valid: false } } };
      expect(await client.send(`PATCH ${path}/${name}`, stale)).toMatchObject({
        status: 409,
        body: { code: 'Admin.EntryChanged', theirs: changed.entry, yours: { Valid: false } },
      });
      const { state: base } = changed.entry as { readonly state: string };
      const disabled = await client.get(`PATCH ${path}/${name}`, { body: { base, members: { Valid: false } } });
      expect(disabled).toMatchObject({ entry: { isValid: false } });
      expect((await client.get(`GET ${path}?limit=1`)).items).toHaveLength(1);
      expect((await client.get(`GET ${path}?after=zzz`)).items).toEqual([]);
      expect(await client.fail(`GET ${path}/nobody`)).toBe('404 Admin.EntryUnknown');
    });

    it('of the catalogue have the schema that plugins declare', async () => {
      const { client } = given;
      const { items } = await client.get('GET /catalogue');
      const [kind] = (items as readonly { readonly key: string; readonly schema: object }[]).slice(-1);
      expect(kind?.schema).toMatchObject({ type: 'object', properties: { Valid: { type: 'boolean' } } });
      expect(await client.get(`GET /catalogue/${kind?.key ?? ''}?limit=1`)).toMatchObject({
        items: expect.any(Array) as unknown,
      });
      const added = await client.get('POST /catalogue/Groups', { body: { name: 'catalogued', members: {} } });
      const entry = added.entry as { readonly state: string };
      const change = { base: entry.state, members: { Comment: 'x' } };
      await client.get('PATCH /catalogue/Groups/catalogued', { body: change });
      expect(await client.get('GET /catalogue/groups/catalogued')).toMatchObject({ values: { Comment: 'x' } });
      const invalid = { name: 'x', members: { Coment: 'x' } };
      expect(await client.fail('POST /catalogue/Groups', { body: invalid })).toBe('400 Admin.EntryInvalid');
      expect(await client.fail('GET /catalogue/Nothing')).toBe('404 Admin.KindUnknown');
    });
  });
}
