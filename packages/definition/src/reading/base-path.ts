/** First segments of paths that the server answers itself: its own pages, and the family's paths of web services. */
const RESERVED_SEGMENTS: readonly string[] = [
  'admin',
  'docs',
  'healthz',
  'metrics',
  'readyz',
  'Webservice',
  'WebserviceID',
];

/** Why a `Gateway.BasePath` cannot be served; undefined when it can. */
export function basePathProblem(path: string): string | undefined {
  if (!path.startsWith('/')) return 'must start with "/"';
  if (path === '/') return 'would take every path; name at least one segment';
  if (path.endsWith('/')) return 'must not end with "/"';
  if (!/^(?:\/[A-Za-z0-9._~-]+)+$/.test(path)) {
    return 'may have only letters, digits, ".", "_", "~" and "-" between its slashes';
  }
  const segments = path.split('/').slice(1);
  if (segments.some((segment) => segment === '.' || segment === '..')) return 'must not have "." or ".." as a segment';
  if (segments.includes('nph-genericinterface.pl'))
    return 'contains "nph-genericinterface.pl", where all web services are served';
  const reserved = RESERVED_SEGMENTS.find((segment) => segment === segments[0]);
  return reserved === undefined ? undefined : `starts with "/${reserved}", which the server answers itself`;
}
