/** The arrows of docs/architecture.md: which package may import which. Everything else is refused. */
const ARROWS = {
  sdk: [],
  definition: ['sdk'],
  describe: ['definition', 'sdk'],
  gateway: ['definition', 'sdk'],
  database: ['sdk'],
  accounts: ['database', 'sdk'],
  runtime: ['gateway', 'definition', 'database', 'accounts', 'sdk'],
  admin: ['runtime', 'gateway', 'describe', 'definition', 'database', 'accounts', 'sdk'],
  // Its pages are files for browsers; it knows the server by the API alone.
  console: [],
  // A plugin gets the database and the accounts from its context.
  'create-plugin': [],
  'plugin-[^/]+': ['database', 'sdk'],
};

const arrowRules = Object.entries(ARROWS).map(([name, allowed]) => ({
  name: `${name.replace('[^/]+', 'any')}-imports-${allowed.length === 0 ? 'nothing' : allowed.join('-')}`,
  comment: `${name} may import ${allowed.length === 0 ? 'no other package' : allowed.join(', ')}.`,
  severity: 'error',
  from: { path: `(?:^|/)packages/(${name})/src/` },
  to: { path: '(?:^|/)packages/[^/]+/', pathNot: [...allowed, '$1'].map((each) => `(?:^|/)packages/${each}/`) },
}));

/** Folders that know nothing of the rest of their package, as if each were a package. */
const ROOMS = [
  'accounts/src/session-plugin',
  'database/src/postgres',
  'definition/src/xslt',
  'runtime/src/invokers/call',
];

const roomRules = ROOMS.map((room) => {
  const [name, , ...folders] = room.split('/');
  return {
    name: `${folders.join('-')}-knows-nothing-of-${name}`,
    severity: 'error',
    from: { path: `(?:^|/)packages/${room}/` },
    // What sends requests is a room for all of them.
    to: { path: `(?:^|/)packages/${name}/src/(?!(?:${folders.join('/')}|fetching)/)` },
  };
});

/** Rooms in the order in which they build on each other: one imports only those before it. */
const FLOORS = ['reading', 'rules', 'changes', 'storage', 'events', 'writing'];

const floorRules = FLOORS.slice(0, -1).map((room, floor) => ({
  name: `ticket-${room}-imports-nothing-above-it`,
  severity: 'error',
  from: { path: `(?:^|/)plugin-ticket/src/ticket/${room}/` },
  to: { path: `(?:^|/)plugin-ticket/src/ticket/(?:${FLOORS.slice(floor + 1).join('|')})/` },
}));

export default {
  forbidden: [
    ...arrowRules,
    {
      name: 'nobody-imports-the-server',
      comment: 'The server and its command are on top; no other package knows them.',
      severity: 'error',
      from: { path: '(?:^|/)packages/(?!ticketgate/)[^/]+/src/' },
      to: { path: '(?:^|/)packages/ticketgate/' },
    },
    {
      name: 'only-tests-import-tests',
      severity: 'error',
      from: { path: '(?:^|/)packages/[^/]+/src/' },
      to: { path: '(?:^|/)test/' },
    },
    {
      name: 'statements-of-others-need-postgres-only',
      comment:
        'What accounts and plugins write statements with is database/postgres; the tables of the gateway are not theirs.',
      severity: 'error',
      from: { path: '(?:^|/)packages/(?:accounts|plugin-[^/]+)/src/' },
      to: { path: '(?:^|/)packages/database/', pathNot: '(?:^|/)packages/database/(?:src|dist)/postgres/' },
    },
    {
      name: 'a-call-of-an-invoker-needs-no-database',
      severity: 'error',
      from: { path: '(?:^|/)packages/runtime/src/invokers/call/' },
      to: { path: '(?:^|/)packages/(?:database|accounts)/' },
    },
    {
      name: 'the-promise-needs-no-ajv',
      comment:
        'Plugins load the SDK to define operations, and the words of schemas; the rest of sdk/schema compiles and converts them.',
      severity: 'error',
      from: {
        path: '(?:^|/)packages/(?:sdk/src/(?!schema/(?!words/))|plugin-[^/]+/src/|accounts/src/session-plugin/)',
      },
      to: { path: '(?:^|/)packages/sdk/(?:src|dist)/schema/(?!words/)' },
    },
    ...roomRules,
    ...floorRules,
    {
      name: 'no-cycles',
      comment: 'Two files that need each other are one idea, or need a third. That goes for their types too.',
      severity: 'error',
      from: { path: '(?:^|/)packages/[^/]+/src/' },
      to: { circular: true },
    },
    {
      name: 'what-is-not-rest-does-not-know-it',
      comment: 'Mappings, operations, services and the debugger see of a transport what transports/transport.ts says.',
      severity: 'error',
      from: { path: '(?:^|/)packages/gateway/src/(?:debugger|dispatch|json|mapping|services)/' },
      to: { path: '(?:^|/)packages/gateway/src/transports/(?:rest|http)/' },
    },
    {
      name: 'transports-do-not-know-what-is-behind-a-call',
      comment: 'The way from a transport to operations is Exchange.dispatch.',
      severity: 'error',
      from: { path: '(?:^|/)packages/gateway/src/transports/' },
      to: { path: '(?:^|/)packages/gateway/src/(?:dispatch|mapping|services)/' },
    },
    {
      name: 'everything-resolves',
      comment: 'An import that cannot be resolved escapes every other rule.',
      severity: 'error',
      from: { path: '(?:^|/)packages/[^/]+/src/' },
      to: { couldNotResolve: true },
    },
  ],
  options: {
    // Without this option imports between workspaces pass unseen: their exports point to `dist`.
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'types', 'default'] },
    tsPreCompilationDeps: true,
    exclude: { path: '(?:^|/)node_modules/(?!@ticketgate/)' },
    doNotFollow: { path: '(?:^|/)(?:node_modules|dist)/' },
  },
};
