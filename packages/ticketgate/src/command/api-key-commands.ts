import { InvalidArgumentError, Option, type CommandUnknownOpts as Command } from '@commander-js/extra-typings';
import type { ApiKeyInfo } from '@ticketgate/accounts';
import { changeApiKey, createApiKey, listApiKeys, revokeApiKey, rotateApiKey } from '@ticketgate/admin';

import { addCommentOption } from './audited.js';
import { collect, formatOption } from './program-options.js';
import { runAction, listAllPages } from './run-action.js';
import { printProgress, printResult, renderList, printLine } from './terminal.js';

export function addApiKeyCommands(program: Command): void {
  const apiKey = program.command('api-key').description('manage the keys that programs send instead of a password');
  addCreateCommand(apiKey);
  addListCommand(apiKey);
  addChangeCommand(apiKey);
  const rotate = apiKey
    .command('rotate')
    .description('give a key a new secret, which is shown once; the old one stops working at once')
    .argument('<name>');
  addCommentOption(rotate).action(async (name, _options, command) => {
    showOnce(await runAction(command, rotateApiKey, { name }));
  });
  const revoke = apiKey.command('revoke').description('end a key for good').argument('<name>');
  addCommentOption(revoke).action(async (name, _options, command) => {
    await runAction(command, revokeApiKey, { name });
    printLine(`API key "${name}" revoked`);
  });
}

function addCreateCommand(apiKey: Command): void {
  const create = apiKey
    .command('create')
    .description('create a key, which is shown once; without bounds it may do everything its agent may do')
    .argument('<name>', 'what it is for, for example "monitoring"')
    .requiredOption('--agent <login>', 'the agent it acts for')
    .addOption(
      new Option('--scope <scope>', 'admin: for the administration (/admin/api) and no web service')
        .choices(['admin'])
        .conflicts(['service', 'operation']),
    )
    .option('--service <name>', 'web service it may call; may be given several times', collect)
    .option('--operation <type>', 'for example Ticket::TicketGet; may be given several times', readType)
    .option('--address <address>', 'address or network it may be used from; may be given several times', collect)
    .option('--expires <time>', 'when it expires: 2027-01-31, or 90d for days from now', readExpiry);
  addCommentOption(create).action(async (name, options, command) => {
    const { agent, scope, service, operation, address, expires } = options;
    const bounds = { scope, services: service, operations: operation, addresses: address };
    const expiresAt = expires?.toISOString();
    showOnce(await runAction(command, createApiKey, { name, agent, ...bounds, expiresAt }));
  });
}

function addChangeCommand(apiKey: Command): void {
  const change = apiKey
    .command('change')
    .description('give a key other bounds or another end; what is not given stays')
    .argument('<name>')
    .option('--service <name>', 'web service it may call; may be given several times', collect)
    .option('--operation <type>', 'for example Ticket::TicketGet; may be given several times', readType)
    .option('--address <address>', 'address or network it may be used from; may be given several times', collect)
    .option('--expires <time>', 'when it expires: 2027-01-31, or 90d for days from now', readExpiry);
  addCommentOption(change).action(async (name, { service, operation, address, expires }, command) => {
    const bounds = { services: service, operations: operation, addresses: address };
    await runAction(command, changeApiKey, { name, ...bounds, expiresAt: expires?.toISOString() });
    printLine(`API key "${name}" changed`);
  });
}

function addListCommand(apiKey: Command): void {
  apiKey
    .command('list')
    .description('list all keys, without their secrets')
    .addOption(formatOption())
    .action(async ({ format }, command) => {
      const keys = await listAllPages(command, listApiKeys, { from: 'after', input: {} });
      printResult(format, keys, () => renderList(keys, 'NAME AGENT STATE BOUNDS USED', cellsOf));
    });
}

function cellsOf(key: ApiKeyInfo): readonly string[] {
  return [key.name, key.login, stateOf(key), boundsOf(key), key.lastUsedAt?.toISOString() ?? 'never'];
}

function stateOf({ revokedAt, expiresAt }: ApiKeyInfo): string {
  if (revokedAt !== null) return `revoked ${revokedAt.toISOString()}`;
  return expiresAt === null ? 'valid' : `until ${expiresAt.toISOString()}`;
}

function boundsOf({ scope, services, operations, addresses }: ApiKeyInfo): string {
  const bounds = [services, operations, addresses].flatMap((each) => each ?? []);
  if (scope !== null) return ['administration', ...bounds].join(' ');
  return bounds.length === 0 ? 'everything' : `only ${bounds.join(' ')}`;
}

/** The key alone is on standard output, so that a script can keep it. */
function showOnce({ key }: { readonly key: string }): void {
  printProgress('The key is shown only now; send it as X-API-Key:');
  printLine(key);
}

function readType(value: string, earlier?: readonly string[]): readonly string[] {
  if (/^\w+::\w+$/.test(value)) return collect(value, earlier);
  throw new InvalidArgumentError('Write the type of an operation, for example Ticket::TicketGet.');
}

const DAY_MILLISECONDS = 86_400_000;

function readExpiry(value: string): Date {
  const days = /^(\d{1,5})d$/.exec(value)?.[1];
  const time = days === undefined ? new Date(value) : new Date(Date.now() + Number(days) * DAY_MILLISECONDS);
  if (!Number.isNaN(time.getTime())) return time;
  throw new InvalidArgumentError('Write a date, for example 2027-01-31, or days from now, for example 90d.');
}
