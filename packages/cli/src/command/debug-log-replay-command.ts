import { Option, type Command } from 'commander';
import { DebugLog } from '@ticketgate/database';
import type { ServiceRecord } from '@ticketgate/gateway';
import type { Caller } from '@ticketgate/sdk';
import { ConfigurationError, EXIT_CODE, type System } from '@ticketgate/runtime';
import { readDefinition, readTraffic, type RecordedExchange, type Replayed, withReplayer } from '@ticketgate/admin';

import { withSystem } from './command-context.js';
import { findRequest } from './debug-log-options.js';
import { readCount } from './program-options.js';
import { printLine } from './terminal.js';

interface ReplayFlags {
  readonly as?: string;
  readonly versionId?: number;
  /** The earlier name of `--version-id`. */
  readonly revision?: number;
  readonly file?: string;
  readonly ignore?: string;
  readonly with?: string;
  readonly recorded?: true;
}

/** `debug-log replay` */
export function addReplayCommand(debugLog: Command): void {
  addReplayOptions(debugLog.command('replay'))
    .description('send a recorded request again, undo what it did, and compare the answers')
    .argument('<id>', 'of the communication, the request or its trace')
    .action(async (id: string, _flags: ReplayFlags, command: Command) => {
      await withSystem(command, async (system) => {
        const request = await findRequest(system, id);
        const contents = await new DebugLog(system.database).contents(request.communicationID);
        await replayAll(system, request.service, { exchanges: [{ ...request, contents }], command });
      });
    });
}

/** `service test` */
export function addServiceTestCommand(service: Command): void {
  addReplayOptions(service.command('test'))
    .description('send recorded requests to two versions of a web service, undo what they did, and compare the answers')
    .argument('<name>')
    .requiredOption('--with <file>', 'what "ticketgate debug-log export" wrote')
    .option('--recorded', 'compare with the recorded answers; default: with those of the published version')
    .action(async (name: string, flags: ReplayFlags, command: Command) => {
      const exchanges = readTraffic(flags.with ?? '');
      await withSystem(command, (system) =>
        replayAll(system, name, { exchanges, command, isBeside: flags.recorded !== true }),
      );
    });
}

function addReplayOptions(command: Command): Command {
  return command
    .option(
      '--version-id <id>',
      'a version of the web service, from "service history"; default: the published one',
      readCount,
    )
    .addOption(new Option('--revision <id>').argParser(readCount).hideHelp())
    .option('--file <file>', 'a definition file instead of it')
    .option('--ignore <names>', 'members that may differ, separated by commas, for example Age,Changed');
}

interface Traffic {
  readonly exchanges: AsyncIterable<RecordedExchange> | Iterable<RecordedExchange>;
  readonly command: Command;
  /** Whether the answers are compared with those of the published version. */
  readonly isBeside?: boolean;
}

/** Exit code 1 when something differs or was refused. */
async function replayAll(
  system: System,
  service: string,
  { exchanges, command, isBeside = false }: Traffic,
): Promise<void> {
  const flags = command.optsWithGlobals<ReplayFlags>();
  const record = await recordOf(system, service, flags);
  const sides = isBeside ? { record, beside: await recordOf(system, service, {}) } : { record };
  const caller = await agentOf(system, flags.as ?? 'root@localhost');
  const ignored = new Set((flags.ignore ?? '').split(',').filter(Boolean));
  const counts = { same: 0, different: 0, refused: 0 };
  await withReplayer(system, { ...sides, caller, ignored }, async (replayer) => {
    for await (const exchange of exchanges) {
      const replayed = await replayer.replay(exchange);
      counts[replayed.kind] += 1;
      printLine(render(replayed));
    }
  });
  printLine(`${counts.same} the same, ${counts.different} different, ${counts.refused} not replayed`);
  if (counts.different + counts.refused > 0) process.exitCode = EXIT_CODE.failed;
}

function render({ communicationID, operation, kind, findings }: Replayed): string {
  const head = `${kind === 'refused' ? 'not replayed' : kind}  ${communicationID}  ${operation || '-'}`;
  return [head, ...findings.map((finding) => `  ${finding}`)].join('\n');
}

async function recordOf(
  { services, configuration }: System,
  name: string,
  { revision, versionId = revision, file }: ReplayFlags,
): Promise<ServiceRecord> {
  const found = await services.find(name);
  if (found === undefined) {
    throw new ConfigurationError(`There is no web service "${name}". "ticketgate service list" shows all of them.`);
  }
  if (file !== undefined)
    return { ...found, config: (await readDefinition(file, configuration.limits.definitionBytes)).text };
  if (versionId === undefined) return found;
  const stored = await services.versions.find(found.id, versionId);
  if (stored !== undefined) return { ...found, config: stored.config };
  throw new ConfigurationError(
    `"${name}" has no version ${versionId}. "ticketgate service history ${name}" lists them.`,
  );
}

async function agentOf({ accounts }: System, login: string): Promise<Caller> {
  const agent = (await accounts.directory()).agentByLogin(login);
  if (agent?.isValid === true) return { type: 'User', userID: agent.id, login: agent.login };
  throw new ConfigurationError(`There is no valid agent "${login}". "ticketgate agent list" shows all of them.`);
}
