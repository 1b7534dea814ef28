/** The arrows of docs/architecture.md: which package may import which. Everything else is refused. */
const ARROWS = {
  sdk: [],
  xslt: ['sdk'],
  definition: ['xslt', 'sdk'],
  describe: ['definition', 'sdk'],
  gateway: ['definition', 'xslt', 'sdk'],
  requester: ['gateway', 'definition', 'sdk'],
  client: ['describe', 'sdk'],
  mcp: ['gateway', 'describe', 'definition', 'sdk'],
  postgres: ['sdk'],
  database: ['postgres', 'sdk'],
  accounts: ['postgres', 'sdk'],
  runtime: ['requester', 'gateway', 'definition', 'database', 'postgres', 'accounts', 'sdk'],
  admin: ['runtime', 'requester', 'gateway', 'describe', 'definition', 'database', 'postgres', 'accounts', 'sdk'],
  // Its pages are files for browsers; it knows the server by the API alone.
  console: [],
  server: ['admin', 'console', 'runtime', 'mcp', 'gateway', 'describe', 'definition', 'database', 'postgres', 'sdk'],
  // A plugin gets the database and the accounts from its context; `postgres` has what the statements of ours are written with.
  'plugin-[^/]+': ['postgres', 'sdk'],
};

const arrowRules = Object.entries(ARROWS).map(([name, allowed]) => ({
  name: `${name.replace('[^/]+', 'any')}-imports-${allowed.length === 0 ? 'nothing' : allowed.join('-')}`,
  comment: `${name} may import ${allowed.length === 0 ? 'no other package' : allowed.join(', ')}.`,
  severity: 'error',
  from: { path: `(?:^|/)packages/(${name})/src/` },
  to: { path: '(?:^|/)packages/[^/]+/', pathNot: [...allowed, '$1'].map((each) => `(?:^|/)packages/${each}/`) },
}));

export default {
  forbidden: [
    ...arrowRules,
    {
      name: 'nobody-imports-the-server',
      comment: 'The command starts the server; no other package knows either of them.',
      severity: 'error',
      from: { path: '(?:^|/)packages/(?!cli/|server/|test-support/)[^/]+/src/' },
      to: { path: '(?:^|/)packages/(?:cli|server)/' },
    },
    {
      name: 'only-tests-import-test-support',
      severity: 'error',
      from: { path: '(?:^|/)packages/(?!test-support/)[^/]+/src/' },
      to: { path: '(?:^|/)packages/test-support/' },
    },
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
