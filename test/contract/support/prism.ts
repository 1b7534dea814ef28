import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import type { IncomingHttpHeaders } from 'node:http';
import { join } from 'node:path';
import { freePort } from '@ticketgate/database';
import type { OpenApiDocument } from '@ticketgate/describe';

import { installTools } from '../../tools/install-tools.js';
import { untilListening } from './until-listening.js';

/** Later versions need a newer Node. */
const PRISM = { '@stoplight/prism-cli': '5.9.0' };

/** A proxy that compares what passes through it with an OpenAPI document. */
export interface Prism {
  /** In front of the paths of the document. */
  readonly url: string;
  stop(): Promise<void>;
}

/** Prism in front of a web service at `upstream`. */
export async function startPrism(
  folder: string,
  { document, upstream }: { readonly document: OpenApiDocument; readonly upstream: string },
): Promise<Prism> {
  const tools = await installTools(PRISM);
  const port = await freePort();
  const file = join(folder, `${document.info.title}.json`);
  writeFileSync(file, JSON.stringify(document));
  const program = join(tools, 'node_modules', '@stoplight', 'prism-cli', 'dist', 'index.js');
  const words = ['proxy', file, upstream, '--port', String(port), '--cors', 'false'];
  const child = spawn(process.execPath, [program, ...words], { stdio: 'ignore', env: { PATH: process.env.PATH } });
  await untilListening(port);
  return {
    url: `http://127.0.0.1:${String(port)}`,
    async stop() {
      const ended = once(child, 'exit');
      child.kill();
      await ended;
    },
  };
}

/** What Prism says of a request, or of its answer, as it says it; undefined when both fit the document. */
export function violationOf(headers: IncomingHttpHeaders, isRefused: boolean): string | undefined {
  const text = headers['sl-violations'];
  if (typeof text !== 'string') return undefined;
  const violations = JSON.parse(text) as readonly { readonly location: readonly string[] }[]; // Prism writes a list
  const counted = violations.filter(({ location: [side] }) => !isRefused || side !== 'request');
  return counted.length === 0 ? undefined : JSON.stringify(counted);
}
