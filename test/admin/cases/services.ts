import type { ApiSystem } from '@ticketgate/admin';
import { adminRoutes } from '@ticketgate/admin/api';

import { sessionService } from '../session-service.js';
import { EVERYTHING, type AdminCase } from './admin-case.js';

// These tests share one server with others.
export function describeServices(given: AdminCase): void {
  const versionOf = async (name: string): Promise<number> => {
    const { items } = await given.client.get(`GET /services/${name}/versions?limit=1`);
    return (items as readonly { readonly id: number }[])[0]?.id ?? 0;
  };

  describe('web services', () => {
    it('are added, listed by page, enabled, disabled, renamed and deleted', async () => {
      const { client } = given;
      for (const name of ['Beta', 'Beta 2']) {
        const body = { name, definition: sessionService(), comment: 'to begin with' };
        expect(await client.get('POST /services', { body })).toMatchObject({ name, isChanged: true, warnings: [] });
        expect(await client.fail('POST /services', { body })).toBe('409 Database.ServiceNameTaken');
      }
      const first = await client.get('GET /services?search=beta&limit=1');
      expect(first).toMatchObject({ items: [{ name: 'Beta', state: 'served' }], next: 'Beta' });
      const second = await client.get('GET /services?search=beta&limit=1&after=Beta');
      expect(second).toMatchObject({ items: [{ name: 'Beta 2' }], next: null });
      expect(await client.get('GET /services?state=disabled')).toEqual({ items: [], next: null });
      const disabled = await client.get('PATCH /services/Beta', {
        body: { enabled: false, base: await versionOf('Beta') },
      });
      expect(disabled).toMatchObject({ isChanged: true });
      await client.get('PATCH /services/Beta', { body: { name: 'Gamma', base: disabled.version } });
      expect(await client.get('GET /services/Gamma')).toMatchObject({
        state: 'disabled',
        definition: sessionService(),
      });
      await client.get('PATCH /services/Gamma', { body: { enabled: true, base: await versionOf('Gamma') } });
      const stale = { body: { enabled: false, base: disabled.version } };
      expect(await client.fail('PATCH /services/Gamma', stale)).toBe('409 Database.ServiceChanged');
      const kept = { name: 'Delta', definition: sessionService(), enabled: false };
      await client.get('POST /services', { body: kept });
      expect(await client.get('GET /services/Delta')).toMatchObject({ state: 'disabled' });
      await client.send(`DELETE /services/Delta?base=${await versionOf('Delta')}`);
      expect(await client.fail(`DELETE /services/Gamma?base=1`)).toBe('409 Database.ServiceChanged');
      expect(await client.get(`DELETE /services/Gamma?base=${await versionOf('Gamma')}`)).toEqual({
        warnings: [],
        warningMessages: [],
      });
      expect(await client.fail('GET /services/Gamma')).toBe('404 Admin.ServiceUnknown');
      const both = { body: { name: 'X', enabled: true, base: 1 } };
      expect(await client.fail('PATCH /services/Alpha', both)).toBe('400 Admin.InputInvalid');
    });

    it('are checked while they are written, with what to write instead', async () => {
      const { client } = given;
      const definition = sessionService().replace('  Operation:', '  Operatoin:');
      const checked = await client.get('POST /check', { body: { definition } });
      const range = { start: { line: 5, column: 3 }, end: { line: 5, column: 12 } };
      expect(checked.diagnostics).toContainEqual(
        expect.objectContaining({
          code: 'unknown-key',
          range,
          fixes: [{ title: 'Replace by Operation', range, text: 'Operation' }],
        }),
      );
      const breaking = { definition: sessionService().replace('Session::SessionGet', 'House::Sell'), name: 'Alpha' };
      expect(await client.get('POST /check', { body: breaking })).toMatchObject({ isPublishable: false });
      expect(await client.get('POST /check', { body: { definition: breaking.definition } })).toMatchObject({
        isPublishable: true,
      });
    });

    it('are refused as drafts, and everywhere else, when they are too large to be read', async () => {
      const { client } = given;
      const definition = `${sessionService()}Requester: [${'a,'.repeat(260_000)}]\n`;
      const saved = { definition, base: await versionOf('Alpha'), revision: null };
      for (const request of ['PUT /services/Alpha/draft', 'POST /services/Alpha/impact'] as const) {
        const body = request.startsWith('PUT') ? saved : { definition };
        expect(await client.send(request, { body })).toMatchObject({
          status: 400,
          body: { code: 'Admin.DefinitionInvalid', diagnostics: [{ code: 'too-large' }] },
        });
      }
    });

    it('are published with what changes, refused where somebody was faster, compared, rolled back, cloned and exported', async () => {
      const { client } = given;
      const base = await versionOf('Alpha');
      const definition = sessionService('/sessions');
      const impact = await client.get('POST /services/Alpha/impact', { body: { definition } });
      expect(impact).toMatchObject({
        isPublishable: true,
        changes: [{ sentence: 'route POST /session removed', calls: 0 }, { sentence: 'route POST /sessions added' }],
      });
      const published = await client.get('POST /services/Alpha/publish', {
        body: { definition, base, comment: 'nicer' },
      });
      const late = { definition: sessionService('/late'), base };
      expect(await client.send('POST /services/Alpha/publish', { body: late })).toMatchObject({
        status: 409,
        body: { code: 'Database.ServiceChanged' },
      });
      const broken = { definition: ': {', base: published.version };
      expect(await client.send('POST /services/Alpha/publish', { body: broken })).toMatchObject({
        status: 400,
        body: { code: 'Admin.DefinitionInvalid', diagnostics: [{ code: 'yaml-syntax' }] },
      });
      expect(await client.get(`GET /services/Alpha/versions/${base}`)).toMatchObject({ definition: sessionService() });
      const diff = await client.get('POST /services/Alpha/impact', { body: { from: base } });
      expect(diff).toMatchObject({ patch: expect.stringContaining(`--- Alpha@${base}`) as string });
      expect(diff.changes).toHaveLength(2);
      expect(await client.get('GET /services/Alpha/versions')).toMatchObject({
        items: [{ isCurrent: true }, { isCurrent: false }],
        total: 2,
      });
      expect(await client.fail('GET /services/Alpha/versions/first')).toBe('400 Admin.InputInvalid');
      const mine = { from: base, definition: sessionService('/mine') };
      expect(await client.get('POST /services/Alpha/impact', { body: mine })).toMatchObject({
        changes: [{ sentence: 'route POST /session removed' }, { sentence: 'route POST /mine added' }],
        patch: expect.stringContaining('+++ definition') as string,
      });
      const fail = (body: object) => client.fail('POST /services/Alpha/impact', { body });
      expect(await fail({ service: 'Nowhere' })).toBe('404 Admin.ServiceUnknown');
      expect(await fail({ to: 99_999 })).toBe('404 Admin.VersionUnknown');
      for (const other of [{ to: base }, { service: 'Alpha' }])
        expect(await fail({ definition, ...other })).toBe('400 Admin.InputInvalid');
      const same = { from: base, definition: sessionService() };
      expect(await client.get('POST /services/Alpha/impact', { body: same })).toMatchObject({ changes: [], patch: '' });
      const versions = { from: published.version, service: 'Alpha', to: base };
      expect(await client.get('POST /services/Alpha/impact', { body: versions })).toMatchObject({
        diagnostics: [],
        changes: [{ sentence: 'route POST /sessions removed' }, { sentence: 'route POST /session added' }],
      });
      expect(await client.get('POST /services/Unborn/impact', { body: { definition } })).toMatchObject({
        exists: false,
        changes: [],
        patch: null,
      });
      const back = { version: base, base: published.version };
      const unknown = { ...back, version: 99_999 };
      expect(await client.fail('POST /services/Alpha/rollback', { body: unknown })).toBe('404 Admin.VersionUnknown');
      await client.get('POST /services/Alpha/rollback', { body: back });
      expect((await client.send('GET /services/Alpha/export')).text).toBe(sessionService());
      const exported = await client.send('GET /services/Alpha/export?frameworkVersion=11.0.5');
      expect(exported.text).toContain('FrameworkVersion: 11.0.5');
      expect(await client.get('POST /services/Alpha/clone', { body: { name: 'Copy' } })).toMatchObject({
        name: 'Copy',
      });
      const page = await client.get('GET /services/Alpha/versions?limit=2');
      expect(page).toMatchObject({ items: [{ action: 'rolled back to version 1' }, { comment: 'nicer' }] });
      expect(await client.get(`GET /services/Alpha/versions?before=${String(page.next)}`)).toMatchObject({
        items: [{ id: base, action: 'added' }],
        next: null,
      });
    });

    it('have one draft, which two administrators do not overwrite', async () => {
      const { client } = given;
      const base = await versionOf('Alpha');
      expect((await client.send('GET /services/Alpha/draft')).text).toBe('null');
      expect(await client.fail('POST /services/Alpha/publish', { body: { revision: 1 } })).toBe(
        '404 Admin.DraftMissing',
      );
      const draft = { definition: sessionService('/draft'), base };
      const elsewhere = { ...draft, base: 999_999, revision: null };
      expect(await client.fail('PUT /services/Alpha/draft', { body: elsewhere })).toBe('404 Admin.VersionUnknown');
      const first = await client.get('PUT /services/Alpha/draft', { body: { ...draft, revision: null } });
      const second = await client.get('PUT /services/Alpha/draft', { body: { ...draft, revision: first.revision } });
      expect(await client.get('GET /services/Alpha/draft')).toEqual(second);
      for (const revision of [null, first.revision]) {
        expect(await client.send('PUT /services/Alpha/draft', { body: { ...draft, revision } })).toMatchObject({
          status: 409,
          body: { code: 'Admin.DraftChanged', theirs: second, yours: { definition: draft.definition } },
        });
      }
      const stale = String(first.revision);
      expect(await client.fail(`DELETE /services/Alpha/draft?revision=${stale}`)).toBe('409 Admin.DraftChanged');
      expect(await client.fail('POST /services/Alpha/publish', { body: { base } })).toBe('400 Admin.InputInvalid');
      expect(await client.fail('POST /services/Alpha/publish', { body: { revision: first.revision } })).toBe(
        '409 Admin.DraftChanged',
      );
      await client.get('POST /services/Alpha/publish', { body: { revision: second.revision } });
      expect((await client.send('GET /services/Alpha/draft')).text).toBe('null');
    });

    it.each(['discarded', 'published'])('keep a draft from whoever still has one that was %s', async (end) => {
      const { client } = given;
      const save = async (route: string, revision: unknown) => {
        const body = { definition: sessionService(route), base: await versionOf('Alpha'), revision };
        return client.send('PUT /services/Alpha/draft', { body });
      };
      const { body: gone } = await save('/gone', null);
      if (end === 'published') await client.get('POST /services/Alpha/publish', { body: { revision: gone.revision } });
      else await client.send(`DELETE /services/Alpha/draft?revision=${String(gone.revision)}`);
      const { body: draft } = await save('/next', null);
      expect(await save('/stale', gone.revision)).toMatchObject({
        status: 409,
        body: { code: 'Admin.DraftChanged', theirs: draft },
      });
      expect(await client.get('GET /services/Alpha/draft')).toEqual(draft);
      const { revision } = draft;
      expect((await client.send(`DELETE /services/Alpha/draft?revision=${String(revision)}`)).status).toBe(204);
      const { items } = await client.get('GET /audit?subject=Alpha&limit=1');
      expect(items).toMatchObject([
        { action: 'service draft discarded', before: { author: 'root@localhost', revision }, after: null },
      ]);
    });

    it('refuse a draft that was made from an earlier version than the current one', async () => {
      const { client } = given;
      const base = await versionOf('Alpha');
      const draft = { definition: sessionService('/old'), base, revision: null };
      const { revision } = await client.get('PUT /services/Alpha/draft', { body: draft });
      const body = { definition: sessionService('/new'), base };
      const { version } = await client.get('POST /services/Alpha/publish', { body });
      const fail = (wanted: object) => client.fail('POST /services/Alpha/publish', { body: wanted });
      expect(await fail({ revision })).toBe('409 Database.ServiceChanged');
      for (const other of [{ base: version }, { definition: draft.definition }])
        expect(await fail({ revision, ...other })).toBe('400 Admin.InputInvalid');
      expect((await client.send(`DELETE /services/Alpha/draft?revision=${String(revision)}`)).status).toBe(204);
    });

    it('keep their secrets, which no answer has unless an export asks for them', async () => {
      const { client } = given;
      const requester = (password: string) =>
        `Requester: { Transport: { Type: HTTP::REST, Config: { Authentication: { BasicAuthPassword: ${password} } } } }\n`;
      const stored = sessionService('/kept', requester('seeded-Passw0rd-81'));
      const masked = sessionService('/kept', requester(`'*******'`));
      const added = await client.get('POST /services', { body: { name: 'Kept', definition: stored } });
      expect(await client.get('GET /services/Kept')).toMatchObject({ definition: masked });
      expect(await client.get(`GET /services/Kept/versions/${String(added.version)}`)).toMatchObject({
        definition: masked,
      });
      expect((await client.send('GET /services/Kept/export')).text).toBe(masked);
      const definition = masked.replace('/kept', '/moved');
      expect(await client.get('POST /services/Kept/impact', { body: { definition } })).toMatchObject({
        changes: [{ sentence: 'route POST /kept removed' }, { sentence: 'route POST /moved added' }],
      });
      const other = { definition: stored.replace('seeded-Passw0rd-81', 'seeded-Passw0rd-82') };
      const { changes, patch } = await client.get('POST /services/Kept/impact', { body: other });
      expect([changes, patch]).toEqual([
        [expect.objectContaining({ sentence: expect.stringContaining('*******') as string })],
        '',
      ]);
      const draft = { definition: stored.replace('/kept', '/draft'), base: added.version, revision: null };
      expect(await client.get('PUT /services/Kept/draft', { body: draft })).toMatchObject({
        definition: masked.replace('/kept', '/draft'),
      });
      await client.get('POST /services/Kept/publish', { body: { definition, base: added.version } });
      const kept = stored.replace('/kept', '/moved').replace('seeded-Passw0rd-81', '"seeded-Passw0rd-81"');
      expect((await given.server.system.services.find('Kept'))?.config).toBe(kept);
      const unkept = { name: 'Unkept', definition };
      const { body: problem } = await client.send('POST /services', { body: unkept });
      const diagnostics = [expect.objectContaining({ code: 'masked-secret', severity: 'error' }) as unknown];
      expect(problem).toMatchObject({ status: 400, code: 'Admin.DefinitionInvalid', diagnostics });
      for (const body of [unkept, { definition }]) {
        expect(await client.get('POST /check', { body })).toMatchObject({ isPublishable: false, diagnostics });
      }
      expect(await client.get('POST /check', { body: { name: 'Kept', definition } })).toMatchObject({
        isPublishable: true,
      });
      expect(await client.get('POST /services/Alpha/impact', { body: { definition } })).toMatchObject({
        isPublishable: false,
        diagnostics,
      });
      const tried = { service: 'Alpha', method: 'POST', path: '/x', definition };
      expect(await client.fail('POST /try', { body: tried })).toBe('400 Admin.SecretMissing');
      const sample = { operation: 'Get', side: 'inbound', data: { Password: '*******' } };
      const previews = [definition, kept].map((each) =>
        client.get('POST /mapping/preview', { body: { definition: each, ...sample } }),
      );
      const [ofMasked, ofWhole] = await Promise.all(previews);
      expect(ofMasked).toEqual(ofWhole);
      const whole = await fetch(`${client.url}/services/Kept/export?secrets=true`, { headers: client.session });
      expect(await whole.text()).toBe(kept);
      expect((await client.get('GET /audit?subject=Kept&limit=1')).items).toMatchObject([
        { action: 'service exported with secrets' },
      ]);
    });

    it('keep the secrets of a draft that is edited where they are masked', async () => {
      const { client } = given;
      const requester = `Requester: { Transport: { Type: HTTP::REST, Config: { Authentication: { BasicAuthPassword: seeded-Passw0rd-83 } } } }\n`;
      const { version: base } = await client.get('POST /services', {
        body: { name: 'Drafted', definition: sessionService('/drafted') },
      });
      const path = '/services/Drafted/draft';
      const written = sessionService('/first', requester);
      const first = await client.get(`PUT ${path}`, { body: { definition: written, base, revision: null } });
      const masked = String(first.definition).replace('/first', '/second');
      expect(await client.get('POST /check', { body: { name: 'Drafted', definition: masked } })).toMatchObject({
        isPublishable: true,
      });
      await client.get(`PUT ${path}`, { body: { definition: masked, base, revision: first.revision } });
      await client.get('POST /services/Drafted/publish', { body: { definition: masked, base } });
      expect((await client.send(`GET ${path}`)).text).toBe('null');
      expect((await given.server.system.services.find('Drafted'))?.config).toBe(
        sessionService('/second', requester.replace('seeded-Passw0rd-83', '"seeded-Passw0rd-83"')),
      );
    });

    it('are checked part by part before they are added', async () => {
      const { client } = given;
      const body = {
        name: 'Imported',
        definition: sessionService('/x', 'Requester: { Transport: { Type: HTTP::REST } }\n'),
      };
      expect(await client.get('POST /check', { body })).toMatchObject({
        parts: expect.arrayContaining([
          expect.objectContaining({ part: 'operation Get', verdict: 'as it is' }),
          expect.objectContaining({ part: 'Requester', verdict: 'as it is' }),
        ]) as unknown,
      });
      expect(await client.fail('GET /services/Imported')).toBe('404 Admin.ServiceUnknown');
      expect(await client.get('POST /services', { body })).toMatchObject({ name: 'Imported', isChanged: true });
    });

    it('are written from operations that exist', async () => {
      const { client } = given;
      const { items } = await client.get('GET /operations');
      const writer = {
        type: 'Session::SessionCreate',
        effect: 'writes',
        plugin: 'session',
        version: expect.any(String) as string,
      };
      expect(items).toContainEqual(expect.objectContaining(writer));
      const used = (items as readonly { readonly services: readonly string[] }[]).flatMap(({ services }) => services);
      expect(used).toContain('Alpha');
      const body = { operations: [{ type: 'Session::SessionGet', route: '/s', methods: ['POST'] }] };
      const { definition } = await client.get('POST /operations/definition', { body });
      expect(await client.get('POST /check', { body: { definition } })).toMatchObject({
        isPublishable: true,
        diagnostics: [],
      });
    });

    it('of a host are not changed, unless the operator wants that', async () => {
      const system = { mayPublish: false } as ApiSystem; // nothing else of it is reached
      const guarded = adminRoutes.filter(({ errors }) =>
        errors?.some(({ code }) => code === 'Admin.PublishNotAllowed'),
      );
      const body = { name: 'Alpha', definition: '', base: 1 };
      const administrator = {
        login: 'root@localhost',
        userID: 1,
        source: 'a test',
        sessionID: undefined,
        scope: EVERYTHING,
      };
      const client = {
        remoteAddress: '127.0.0.1',
        userAgent: 'none',
        isSecure: false,
        prefix: '',
        origin: 'http://127.0.0.1',
      };
      const requireAllowed = () => Promise.resolve(administrator);
      const call = { params: { name: 'Alpha' }, query: {}, body, administrator, client, requireAllowed };
      expect(guarded.length).toBeGreaterThan(5);
      for (const route of guarded) {
        await expect(route.run(call, system)).rejects.toMatchObject({ code: 'Admin.PublishNotAllowed' });
      }
    });
  });
}
