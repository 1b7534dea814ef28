import { createRequire } from 'node:module';
import type * as NodeTest from 'node:test';

interface TestRunner {
  readonly describe: (name: string, body: () => void) => void;
  readonly it: (name: string, body: () => Promise<void>) => void;
  readonly afterAll: (body: () => Promise<void>) => void;
}

/** The global functions of Jest or Vitest, otherwise those of Node's test runner. */
export function testRunner(): TestRunner {
  const { describe, it, afterAll } = globalThis as Partial<TestRunner>;
  if (describe !== undefined && it !== undefined && afterAll !== undefined) return { describe, it, afterAll };
  const runner = createRequire(import.meta.url)('node:test') as typeof NodeTest;
  return {
    describe: (name, body) => void runner.describe(name, body),
    it: (name, body) => void runner.it(name, body),
    afterAll: (body) => {
      runner.after(body);
    },
  };
}
