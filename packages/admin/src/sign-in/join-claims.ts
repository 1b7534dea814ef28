import { type Data, isData } from '@ticketgate/sdk';

/** A claim by its name, or by its path in others, such as `realm_access.roles`; names may have dots, too. */
export function readClaim(claims: unknown, path: string): unknown {
  if (!isData(claims)) return undefined;
  if (Object.hasOwn(claims, path)) return claims[path];
  const [head] = Object.keys(claims).filter((name) => path.startsWith(`${name}.`));
  return head === undefined ? undefined : readClaim(claims[head], path.slice(head.length + 1));
}

/** Whether a provider has sent a claim with a value. */
export function hasClaim(claims: Data, name: string): boolean {
  return (readClaim(claims, name) ?? '') !== '';
}

/**
 * The claims of an ID token, and those that only the userinfo has. The address and whether it is verified come from one of them: a flag counts
 * for its own address alone.
 */
export function joinClaims(token: Data, more: Data): Data {
  const sent = Object.entries(token)
    .filter(([name]) => hasClaim(token, name))
    .map(([name, value]): readonly [string, unknown] => [
      name,
      isData(value) && isData(more[name]) ? { ...more[name], ...value } : value,
    ]);
  const all = Object.entries({ ...more, ...Object.fromEntries(sent) });
  const others = all.filter(([name]) => name !== 'email' && name !== 'email_verified');
  return { ...Object.fromEntries(others), ...pickEmail([token, more]) };
}

function pickEmail(sources: readonly Data[]): Data {
  const withAddress = sources.filter((claims) => hasClaim(claims, 'email'));
  const source = withAddress.find((claims) => 'email_verified' in claims) ?? withAddress[0];
  if (source === undefined) return {};
  const isFlagSent = sources.some((claims) => 'email_verified' in claims);
  return { email: source.email, ...(isFlagSent ? { email_verified: source.email_verified ?? null } : {}) };
}

/** Whether a provider says that the address of a person is theirs, or is known to have verified all of them. */
export function isEmailVerified(claims: Data, areAllVerified: boolean): boolean {
  if (!('email_verified' in claims)) return areAllVerified;
  return claims.email_verified === true || claims.email_verified === 'true';
}
