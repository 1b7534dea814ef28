import { chmod, mkdir, writeFile } from 'node:fs/promises';
import { isIP } from 'node:net';
import { join } from 'node:path';
import { InvalidArgumentError, type CommandUnknownOpts as Command } from '@commander-js/extra-typings';
import { ConfigurationError } from '@ticketgate/runtime';

import { configurationFor } from './command-context.js';
import { collect } from './program-options.js';
import { printLine } from './terminal.js';

interface SelfSignedFlags {
  readonly name?: readonly string[];
  readonly days: number;
  readonly folder?: string;
  readonly force?: true;
}

const LOCAL = ['localhost', '127.0.0.1', '::1'] as const;
const DAYS = 365;

export function addTlsCommands(program: Command): void {
  program
    .command('tls')
    .command('self-signed')
    .description('create a certificate for a first try of HTTPS; clients must be told to trust it')
    .option(
      '--name <name>',
      'host name or address of the server; may be given several times (default: localhost)',
      collectHost,
    )
    .option('--days <number>', 'days until it expires', readDays, DAYS)
    .option('--folder <folder>', 'where to put the two files (default: tls in the data folder)')
    .option('--force', 'replace existing files')
    .action(async (flags, command) => {
      const folder = flags.folder ?? join(configurationFor(command).configuration.data, 'tls');
      await makeFiles(folder, flags);
    });
}

async function makeFiles(folder: string, { name = [...LOCAL], days, force }: SelfSignedFlags): Promise<void> {
  const { makeSelfSigned } = await import('./self-signed.js');
  const { cert, key } = await makeSelfSigned({ names: name, days, now: new Date() });
  const [certificateFile, keyFile] = [join(folder, 'certificate.pem'), join(folder, 'key.pem')];
  await mkdir(folder, { recursive: true });
  await writeNew(keyFile, key, { mode: 0o600, force });
  await writeNew(certificateFile, cert, { mode: 0o644, force });
  printLine(`For ${name.join(', ')}, valid for ${days} days. Add this to config/local.yml:\n`);
  printLine(`tls:\n  certificate: ${certificateFile}\n  key: ${keyFile}`);
}

async function writeNew(file: string, text: string, options: { mode: number; force: true | undefined }): Promise<void> {
  try {
    await writeFile(file, text, { mode: options.mode, flag: options.force ? 'w' : 'wx' });
    await chmod(file, options.mode);
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new ConfigurationError(`${file} cannot be written: ${reason}. --force replaces existing files.`, { cause });
  }
}

function collectHost(value: string, earlier?: readonly string[]): readonly string[] {
  if (/^(?:\*\.)?[\w.-]+$/.test(value) || isIP(value) !== 0) return collect(value, earlier);
  throw new InvalidArgumentError('Write a host name such as tickets.example.org, or an address such as 10.0.0.5.');
}

function readDays(value: string): number {
  const days = Number(value);
  if (Number.isInteger(days) && days > 0 && days <= 3650) return days;
  throw new InvalidArgumentError('Write a whole number of days, 1 to 3650.');
}
