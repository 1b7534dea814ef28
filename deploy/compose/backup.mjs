// Writes a backup to /backups each midnight (UTC) and keeps two weeks of them. With "once" it writes one now.
import { spawnSync } from 'node:child_process';
import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

const DAY = 86_400_000;
const [command, folder, times] = process.argv.slice(2);

do {
  if (times !== 'once') await wait(DAY - (Date.now() % DAY));
  const file = join(folder, `${new Date().toISOString().slice(0, 10)}.sql.gz`);
  spawnSync(process.execPath, [command, 'backup', file], { stdio: 'inherit' });
  const backups = readdirSync(folder).filter((name) => name.endsWith('.sql.gz'));
  for (const name of backups.sort().slice(0, -14)) rmSync(join(folder, name));
} while (times !== 'once');
