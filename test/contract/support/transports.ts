import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

/** How a client reaches the server: plain HTTP on loopback, our own HTTPS, or HTTPS of nginx in front of us. */
export type Transport = 'http' | 'https' | 'nginx';

const NGINX = '/usr/sbin/nginx';

/** All transports that this machine has; nginx comes from Debian's package, which only root can install. */
export function availableTransports(): readonly Transport[] {
  if (existsSync(NGINX) || installNginx()) return ['http', 'https', 'nginx'];
  process.stderr.write('The contract is not tested behind nginx: it is missing, and only root can install it.\n');
  return ['http', 'https'];
}

function installNginx(): boolean {
  if (process.getuid?.() !== 0) return false;
  const environment = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  for (const words of [['update'], ['install', '-y', '--no-install-recommends', 'nginx-light']]) {
    spawnSync('apt-get', words, { env: environment, stdio: 'ignore' });
  }
  return existsSync(NGINX);
}
