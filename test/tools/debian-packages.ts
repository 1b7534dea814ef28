import { spawnSync } from 'node:child_process';

/** Why these Debian packages are not there; undefined when they are. As root on Debian, what is missing is installed. */
export function debianPackagesMissing(...names: readonly string[]): string | undefined {
  if (names.every(isInstalled)) return undefined;
  const words = ['install', '-y', '-qq', '--no-install-recommends', '--no-upgrade', ...names];
  // Their services would take the ports of others.
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' };
  for (const command of [['update', '-qq'], words]) spawnSync('apt-get', command, { stdio: 'ignore', env });
  const missing = names.filter((name) => !isInstalled(name));
  if (missing.length === 0) return undefined;
  return `not installed, and cannot be by apt-get install: ${missing.join(', ')}`;
}

function isInstalled(name: string): boolean {
  const { stdout } = spawnSync('dpkg-query', ['-W', '-f', '${db:Status-Status}', name], { encoding: 'utf8' });
  return stdout === 'installed';
}
