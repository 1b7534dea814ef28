import { DatabaseURL, DatabaseURLUnfit } from '@ticketgate/database/postgres';
import pg from 'pg';

/** Where the driver connects to. */
function reached(text: string): readonly string[] {
  const url = new DatabaseURL(text);
  return url.hosts.map((host) => {
    const { user, database, host: name, port } = new pg.Client({ connectionString: url.toDriverURL(host) });
    return `${user}@${name}:${port}/${database}`;
  });
}

it.each([
  ['one host', 'postgres://anna:p%40ss@db.example.org/desk', ['anna@db.example.org:5432/desk']],
  ['a port', 'postgresql://anna@db:5433/desk?sslmode=disable', ['anna@db:5433/desk']],
  [
    'several hosts',
    'postgres://anna:secret@a:5432,b:5433/desk?target_session_attrs=read-write',
    ['anna@a:5432/desk', 'anna@b:5433/desk'],
  ],
  ['an IPv6 address', 'postgres://anna@[::1]:5433,[fe80::1]/desk', ['anna@::1:5433/desk', 'anna@fe80::1:5432/desk']],
  ['a Unix socket as a parameter', 'postgres://anna@/desk?host=/run/pg', ['anna@/run/pg:5432/desk']],
  ['a Unix socket as a host', 'postgres://anna@%2Frun%2Fpg:5433/desk', ['anna@/run/pg:5433/desk']],
  ['hosts as parameters', 'postgres://anna@/desk?host=a,b&port=5433', ['anna@a:5433/desk', 'anna@b:5433/desk']],
])('the URL of a database names %s', (_what, text, hosts) => {
  expect(reached(text)).toEqual(hosts);
});

it('has what it leaves out from the variables of libpq', () => {
  const before = { ...process.env };
  Object.assign(process.env, { PGHOST: 'a,b', PGPORT: '5433', PGSSLMODE: 'require', PGSSLROOTCERT: 'ca.pem' });
  try {
    expect(reached('postgres://anna@/desk')).toEqual(['anna@a:5433/desk', 'anna@b:5433/desk']);
    expect(reached('postgres://anna@db/desk?port=5434')).toEqual(['anna@db:5434/desk']);
    expect(new DatabaseURL('postgres://anna@db/desk').ssl).toMatchObject({ mode: 'require', root: 'ca.pem' });
    const written = new DatabaseURL('postgres://anna@db/desk?sslmode=disable&sslrootcert=other.pem');
    expect(written.ssl).toMatchObject({ mode: 'disable', root: 'other.pem' });
    Object.assign(process.env, { PGHOST: '', PGPORT: '', PGSSLMODE: '', PGSSLROOTCERT: '' });
    expect(reached('postgres://anna@/desk')).toEqual(['anna@localhost:5432/desk']);
    expect(new DatabaseURL('postgres://anna@db/desk').ssl.mode).toBeUndefined();
  } finally {
    process.env = before;
  }
});

it('is shown without its password and its parameters', () => {
  const url = new DatabaseURL('postgres://anna:secret@a,b:5433/desk?password=secret');
  expect(url.describe()).toBe('postgres://anna@a:5432,b:5433/desk');
});

it.each([
  ['a host and a port', '[::1]:5433', 'postgres://anna@[::1]:5433/desk'],
  ['a host', 'b', 'postgres://anna@b:5432/desk'],
  [
    'a URL, which may ask for a standby',
    'postgres://bert@b/other?target_session_attrs=standby',
    'postgres://bert@b:5432/other',
  ],
])('a server that is read from is %s', (_what, server, described) => {
  const url = new DatabaseURL('postgres://anna:secret@a/desk?target_session_attrs=read-write').at(server);
  expect(url.describe()).toBe(described);
});

it('reaches servers that are read from with the same sslmode', () => {
  const url = new DatabaseURL('postgres://anna@a/desk?sslmode=verify-full&sslrootcert=ca.pem');
  expect(url.at('b:5433').ssl).toEqual(url.ssl);
});

it.each([
  ['another scheme', 'mysql://anna:secret@db/desk', 'is not the URL of a PostgreSQL database'],
  ['an @ in the password', 'postgres://anna:se@cret@db/desk', 'encode characters such as @ and /'],
  ['a port that is a word', 'postgres://anna:secret@db:five/desk', 'a host or a port that cannot be read'],
  ['a port that is too large', 'postgres://anna:secret@db:70000/desk', 'a number from 1 to 65535'],
  ['a mode that does not exist', 'postgres://anna:secret@db/desk?sslmode=no-verify', 'Write disable, allow, prefer'],
  ['a service of libpq', 'postgres://anna:secret@/?service=desk', 'has service, which would have no effect'],
  ['a list of revoked certificates', 'postgres://anna:secret@db/desk?sslcrl=a.pem', 'has sslcrl, which would'],
  ['a host that only reads', 'postgres://anna:secret@db/desk?target_session_attrs=standby', 'The gateway writes'],
])('is refused with %s, and nothing of it is shown', (_what, text, reason) => {
  const read = () => new DatabaseURL(text);
  expect(read).toThrow(DatabaseURLUnfit);
  expect(read).toThrow(reason);
  expect(read).not.toThrow('cret');
});
