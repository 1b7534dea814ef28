import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

/** How a client reaches the server: plain HTTP on loopback, our own HTTPS, HTTPS of nginx in front of us, or Prism in front of each service. */
export type Transport = 'http' | 'https' | 'nginx' | 'prism';

const NGINX = '/usr/sbin/nginx';

const isLong = process.env.TICKETGATE_LONG_TESTS === '1';

/** What this machine has; in long tests Prism, too, which compares requests and answers with the OpenAPI documents. */
export function everyTransport(): readonly Transport[] {
  return [...availableTransports(), ...(isLong ? ['prism' as const] : [])];
}

/** For what no transport should change: each of them in long tests only. */
export function httpOrEveryTransport(): readonly Transport[] {
  return isLong ? everyTransport() : ['http'];
}

/** Nginx comes from Debian's package, which only root can install. */
function availableTransports(): readonly Transport[] {
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
