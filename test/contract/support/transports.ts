import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

/** How a client reaches the server: plain HTTP on loopback, our own HTTPS, HTTPS of nginx in front of us, or Prism in front of each service. */
export type Transport = 'http' | 'https' | 'nginx' | 'prism';

const NGINX = '/usr/sbin/nginx';

/** Those, and in long tests Prism, which compares requests and answers with the OpenAPI documents. */
export function checkedTransports(): readonly Transport[] {
  return [...availableTransports(), ...(process.env.TICKETGATE_LONG_TESTS === '1' ? ['prism' as const] : [])];
}

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
