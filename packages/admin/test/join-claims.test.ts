import { hasClaim, joinClaims, readClaim } from '../src/sign-in/join-claims.js';

describe('claims of a provider', () => {
  it('have names with dots, and paths', () => {
    const claims = {
      'https://example.org/groups': ['a'],
      realm_access: { roles: ['b'] },
      resource_access: { 'my.client': { roles: ['c'] } },
    };
    const read = (path: string) => readClaim(claims, path);
    expect(read('https://example.org/groups')).toEqual(['a']);
    expect(read('realm_access.roles')).toEqual(['b']);
    expect(read('resource_access.my.client.roles')).toEqual(['c']);
    expect(['realm_access.constructor', 'realm_access.', 'roles', 'realm_access.roles.length'].map(read)).toEqual(
      Array.from({ length: 4 }, () => undefined),
    );
    expect([hasClaim(claims, 'realm_access.roles'), hasClaim(claims, 'realm_access.groups')]).toEqual([true, false]);
  });

  it('come from the token and from the userinfo, within one of them too', () => {
    const token = { sub: '1', realm_access: { id: 1 }, name: '' };
    const more = { sub: '2', realm_access: { id: 2, roles: ['b'] }, name: 'Jane' };
    expect(joinClaims(token, more)).toEqual({ sub: '1', realm_access: { id: 1, roles: ['b'] }, name: 'Jane' });
  });
});
