/** Tests import sources, never `dist`: a stale build cannot pass. */
export default {
  testEnvironment: '<rootDir>/test/setup/node-environment.mjs',
  extensionsToTreatAsEsm: ['.ts', '.sql'],
  transform: {
    '\\.sql$': '<rootDir>/test/setup/text.mjs',
    '^.+\\.ts$': [
      '@swc/jest',
      { jsc: { parser: { syntax: 'typescript' }, target: 'es2023' }, module: { type: 'es6' } },
    ],
  },
  moduleNameMapper: {
    '^(\\.{1,2}/.*)\\.js$': '$1',
    '^@ticketgate/sdk/testing$': '<rootDir>/packages/testing/src/index.ts',
    '^@ticketgate/testing/parts$': '<rootDir>/packages/testing/src/parts.ts',
    '^@ticketgate/([^/]+)/([a-z/-]+)$': '<rootDir>/packages/$1/src/$2/index.ts',
    '^ticketgate$': '<rootDir>/packages/ticketgate/src/index.ts',
    '^@ticketgate/([^/]+)$': '<rootDir>/packages/$1/src/index.ts',
  },
  testMatch: ['<rootDir>/packages/*/test/**/*.test.ts', '<rootDir>/test/**/*.test.ts'],
  // Tests that take minutes run with `npm run test:long`, those of faults also with `npm run test:faults`.
  testPathIgnorePatterns: [
    '/node_modules/',
    ...(process.env.TICKETGATE_WITHOUT_LAST === '1' ? ['<rootDir>/test/faults/', '<rootDir>/test/fuzz/secrets/'] : []),
    ...(process.env.TICKETGATE_LONG_TESTS === '1'
      ? []
      : ['<rootDir>/test/long/', '<rootDir>/test/faults/long/', '<rootDir>/test/docs-pages/']),
  ],
  testSequencer: '<rootDir>/test/setup/fast-first.mjs',
  modulePathIgnorePatterns: ['<rootDir>/packages/[^/]+/dist/'],
  globalSetup: '<rootDir>/test/setup/postgres.mjs',
  globalTeardown: '<rootDir>/test/setup/stop-postgres.mjs',
  // Most tests wait for PostgreSQL, sockets and processes rather than for the processor: with two, two processors idle 40 % of the time.
  maxWorkers: 3,
  // A hook that starts a server, and a browser, may take most of a minute on a busy machine.
  testTimeout: 120_000,
};
