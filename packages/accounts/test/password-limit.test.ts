import { PasswordLimit } from '../src/authentication/password-limit.js';

describe('passwords that wait to be verified', () => {
  const limit = new PasswordLimit({ atATime: 1, waiting: 3 });
  const finish: (() => void)[] = [];

  /** What became of each verification so far; those that are neither refused nor finished go on until `finish` is called. */
  async function enter(networks: readonly string[]): Promise<readonly string[]> {
    const outcomes = networks.map(() => 'goes on');
    networks.forEach((network, index) => {
      const verify = () => new Promise<void>((resolve) => finish.push(resolve));
      limit.run(network, verify).then(
        () => (outcomes[index] = 'verified'),
        (cause: unknown) => (outcomes[index] = (cause as { readonly code: string }).code),
      );
    });
    await new Promise(setImmediate);
    return outcomes;
  }

  afterEach(async () => {
    while (finish.length > 0) {
      for (const resolve of finish.splice(0)) resolve();
      await new Promise(setImmediate);
    }
  });

  it('have at most half of the places for one network, and are refused at once beyond', async () => {
    expect(await enter(['a', 'a', 'a', 'b', 'a'])).toEqual([
      'goes on',
      'goes on',
      'Accounts.LoginsBusy',
      'goes on',
      'Accounts.LoginsBusy',
    ]);
  });

  it('are refused at once when all places are taken, by whatever networks', async () => {
    expect(await enter(['a', 'b', 'c', 'd', 'e'])).toEqual([
      'goes on',
      'goes on',
      'goes on',
      'goes on',
      'Accounts.LoginsBusy',
    ]);
  });

  it('are verified one after the other, and leave their places to others', async () => {
    const outcomes = await enter(['a', 'a']);
    expect(finish).toHaveLength(1);
    finish.shift()?.();
    await new Promise(setImmediate);
    expect(outcomes).toEqual(['verified', 'goes on']);
    expect(finish).toHaveLength(1);
    expect(await enter(['a', 'a'])).toEqual(['goes on', 'Accounts.LoginsBusy']);
  });
});
