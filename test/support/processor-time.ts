/** Milliseconds of the processor, not of the clock, that `work` takes. */
export function measureProcessor(work: () => unknown): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

/**
 * Whether eight times the size takes less than 24 times as long: quadratic work takes 64 times.
 * What else the process does now and then, such as compiling and collecting garbage, counts too. So the least of up to twenty tries is taken.
 * @param noise milliseconds that are not told from nothing
 */
export function isProportional(work: (size: number) => unknown, size: number, noise = 2): boolean {
  let [small, large] = [Infinity, Infinity];
  for (let attempt = 0; attempt < 20; attempt += 1) {
    small = Math.min(
      small,
      measureProcessor(() => work(size)),
    );
    large = Math.min(
      large,
      measureProcessor(() => work(size * 8)),
    );
    if (large < 24 * (small + noise)) return true;
  }
  return false;
}
