import { defineConfig, globalIgnores } from 'eslint/config';
import jest from 'eslint-plugin-jest';
import prettier from 'eslint-config-prettier';
import tseslint from 'typescript-eslint';

export default defineConfig(
  globalIgnores([
    '**/dist',
    'node_modules',
    'coverage',
    'var',
    'test/fixtures',
    '**/*.mjs',
    'packages/ticketgate/bin',
    'packages/sdk/*.{js,d.ts}',
    'packages/console/src/api/admin-api.ts', // generated
  ]),
  tseslint.configs.strictTypeChecked,
  tseslint.configs.stylisticTypeChecked,
  {
    // One program for all files: a project service opens them one by one, which takes half as long again.
    languageOptions: { parserOptions: { project: './tsconfig.json', tsconfigRootDir: import.meta.dirname } },
    rules: {
      complexity: ['error', 10],
      'max-depth': ['error', 3],
      'max-params': ['error', 3],
      'max-lines': ['error', 300],
      'max-lines-per-function': ['error', 50],
      'no-console': 'error',
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/require-await': 'off',
      // The compiler allows no enums (erasableSyntaxOnly), so looking for their misuse is time lost.
      '@typescript-eslint/no-unsafe-enum-assignment': 'off',
      '@typescript-eslint/no-unsafe-enum-comparison': 'off',
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
    },
  },
  {
    files: ['packages/console/{src,components}/**/*.{ts,tsx}'],
    languageOptions: { parserOptions: { project: './packages/console/tsconfig.json' } },
    rules: {
      // Markup is long, and each condition in it counts.
      complexity: ['error', 16],
      'max-lines-per-function': ['error', 100],
      // Handlers of events give nothing back, and Preact awaits none of them.
      '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
      '@typescript-eslint/no-misused-promises': ['error', { checksVoidReturn: { attributes: false } }],
    },
  },
  {
    files: ['**/test/**/*.ts'],
    plugins: { jest },
    rules: {
      ...jest.configs['flat/recommended'].rules,
      'max-lines': 'off',
      'max-lines-per-function': 'off',
      // Whether a test runs may depend on who runs it; then the reason is printed.
      'jest/no-standalone-expect': 'off',
      'jest/expect-expect': ['error', { assertFunctionNames: ['expect', 'expect*', 'untilTrue', 'client.**.expect'] }],
      '@typescript-eslint/no-non-null-assertion': 'off',
    },
  },
  {
    // Their tests are for Node's own runner, as those of our users.
    files: ['examples/*/test/**/*.ts'],
    rules: { 'jest/expect-expect': 'off', '@typescript-eslint/no-floating-promises': 'off' },
  },
  {
    // Programs of their own, which talk to the terminal.
    files: ['test/load/**/*.ts', 'test/fuzz/**/*.ts'],
    rules: { 'no-console': 'off' },
  },
  prettier,
);
