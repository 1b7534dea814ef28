import { AsyncLocalStorage } from 'node:async_hooks';
import { TestEnvironment } from 'jest-environment-node';

/**
 * Before Node 24, each storage that was used makes every promise and socket of the process slower to make until it is disabled. jest uses one in each file
 * of tests and disables none: after 100 files, a promise takes thirty times as long to make.
 */
const used = new Set();
const { run } = AsyncLocalStorage.prototype;
AsyncLocalStorage.prototype.run = function runAndNote(...given) {
  used.add(this);
  return run.apply(this, given);
};

export default class NodeEnvironment extends TestEnvironment {
  async teardown() {
    await super.teardown();
    for (const storage of used) storage.disable();
    used.clear();
  }
}
