import { readFileSync } from 'node:fs';
import { Agent, get } from 'node:http';
import { createInterface } from 'node:readline';
import { setTimeout as wait } from 'node:timers/promises';

/**
 * Asks a server for /healthz every 20 ms. For each line on standard input, it prints the longest waits since the line before: how long the
 * answer took, and how much of that the main thread of the server was working, which does not depend on what else the machine does.
 */
const [base = '', pid = ''] = process.argv.slice(2);
const agent = new Agent({ keepAlive: true, maxSockets: 1 });
let worst = { waited: 0, worked: 0 };

createInterface({ input: process.stdin })
  .on('line', () => {
    console.log(JSON.stringify(worst));
    worst = { waited: 0, worked: 0 };
  })
  .once('close', () => process.exit());

for (;;) {
  const before = { time: performance.now(), cpu: mainThreadTime() };
  await ask();
  const waited = Math.round(performance.now() - before.time);
  const worked = Math.min(waited, mainThreadTime() - before.cpu);
  worst = { waited: Math.max(worst.waited, waited), worked: Math.max(worst.worked, worked) };
  await wait(20);
}

function ask() {
  return new Promise((resolve) => {
    get(new URL('/healthz', base), { agent }, (response) => response.resume().once('close', resolve)).once(
      'error',
      resolve,
    );
  });
}

/** In milliseconds; Linux counts in steps of 10. */
function mainThreadTime() {
  const stat = readFileSync(`/proc/${pid}/task/${pid}/stat`, 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) * 10;
}
