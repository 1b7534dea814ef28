/** Tests import sources, never `dist`: a stale build cannot pass. */
export default {
  testEnvironment: 'node',
  extensionsToTreatAsEsm: ['.ts'],
  transform: {
    '^.+\\.ts$': [
      '@swc/jest',
      { jsc: { parser: { syntax: 'typescript' }, target: 'es2023' }, module: { type: 'es6' } },
    ],
  },
  moduleNameMapper: {
    '^(\\.{1,2}/.*)\\.js$': '$1',
    '^@ticketgate/([^/]+)$': '<rootDir>/packages/$1/src/index.ts',
  },
  testMatch: ['<rootDir>/packages/*/test/**/*.test.ts', '<rootDir>/test/**/*.test.ts'],
  modulePathIgnorePatterns: ['<rootDir>/packages/[^/]+/dist/'],
  globalSetup: '<rootDir>/test/setup/postgres.mjs',
  globalTeardown: '<rootDir>/test/setup/stop-postgres.mjs',
  testTimeout: 60_000,
};
