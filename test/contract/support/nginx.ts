import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from '@ticketgate/database';

import { untilListening } from './until-listening.js';

export interface Nginx {
  readonly url: string;
  stop(): Promise<void>;
}

/** nginx with TLS in front of `upstream`, configured as docs/operating.md says. */
export async function startNginx(folder: string, upstream: string): Promise<Nginx> {
  const port = await freePort();
  const file = join(folder, 'nginx.conf');
  writeFileSync(file, configuration(folder, { port, upstream }));
  const child = spawn('/usr/sbin/nginx', ['-p', folder, '-c', file, '-e', 'stderr'], { stdio: 'ignore' });
  await untilListening(port);
  return {
    url: `https://127.0.0.1:${String(port)}`,
    async stop() {
      child.kill('SIGQUIT');
      await once(child, 'exit');
    },
  };
}

function configuration(folder: string, { port, upstream }: { port: number; upstream: string }): string {
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${join(folder, name)};`,
  );
  return `
daemon off; pid ${join(folder, 'nginx.pid')}; worker_processes 1;
events {}
http {
  access_log off; error_log stderr;
  ${temporary.join(' ')}
  server {
    listen 127.0.0.1:${String(port)} ssl;
    ssl_certificate ${join(folder, 'certificate.pem')};
    ssl_certificate_key ${join(folder, 'key.pem')};
    location / {
      proxy_pass ${upstream};
      proxy_http_version 1.1;
      proxy_set_header Connection "";
      proxy_set_header Host $http_host;
      proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;
      proxy_set_header X-Forwarded-Proto $scheme;
      client_max_body_size 100m;
    }
  }
}
`;
}
