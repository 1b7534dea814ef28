type Body = () => Promise<void>;

/** Declares the tests of a contract with a runner of its own, runs them, and answers the names of those that failed. */
export async function failuresOf(declare: () => void): Promise<readonly string[]> {
  return [...(await errorsOf(declare)).keys()];
}

/** Why tests failed, by their names. */
export async function errorsOf(declare: () => void, { only = '' } = {}): Promise<ReadonlyMap<string, string>> {
  const tests: (readonly [string, Body])[] = [];
  const ends: Body[] = [];
  const runner = {
    describe: (_name: string, body: () => void) => {
      body();
    },
    it: (name: string, body: Body) => tests.push([name, body]),
    afterAll: (body: Body) => ends.push(body),
  };
  const own = { describe: globalThis.describe, it: globalThis.it, afterAll: globalThis.afterAll };
  Object.assign(globalThis, runner);
  try {
    declare();
  } finally {
    Object.assign(globalThis, own);
  }
  const failed = new Map<string, string>();
  for (const [name, body] of tests.filter(([each]) => each.includes(only)))
    await body().catch((cause: unknown) => failed.set(name, String(cause)));
  // One that never ends keeps its context busy.
  if (only === '') for (const end of ends) await end();
  return failed;
}
