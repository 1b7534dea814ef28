const WIDTH = 30;

/** Draws how far a long step is, on standard error: one line on a terminal, nothing elsewhere until the end. */
export function showProgress(label: string, done: number, total: number): void {
  const share = total === 0 ? 1 : done / total;
  const isDone = done >= total;
  if (!process.stderr.isTTY && !isDone) return;
  const filled = Math.round(share * WIDTH);
  const bar = '█'.repeat(filled) + '░'.repeat(WIDTH - filled);
  const line = `${label} ${bar} ${String(Math.round(share * 100)).padStart(3)} %`;
  process.stderr.write(`${process.stderr.isTTY ? '\r' : ''}${line}${isDone ? '\n' : ''}`);
}
