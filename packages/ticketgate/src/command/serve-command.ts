import cluster from 'node:cluster';
import { checkNewPassword } from '@ticketgate/accounts';
import type { CommandUnknownOpts as Command } from '@commander-js/extra-typings';
import { EXIT_CODE, type LoadedConfiguration, nonEmpty, writeStarter } from '@ticketgate/runtime';
import type { Shutdown, StartedServer } from '../index.js';

import { configurationFor, loggerFor } from './command-context.js';
import { printProgress } from './terminal.js';

/** npm, a shell and a terminal may each pass on the same Ctrl-C: what comes within this time counts as one signal. */
const SAME_SIGNAL_MILLISECONDS = 1_000;
/** How long an unexpected end may take. */
const HANGING_MILLISECONDS = 60_000;

export function addServeCommand(program: Command): void {
  program
    .command('serve')
    .description('start the server (what "npm start" does)')
    .option('--host <address>', 'address to listen on (HOST; default 127.0.0.1)')
    .option('--port <number>', 'port to listen on (PORT; default 8080)')
    .option('--workers <number>', 'processes that serve (http.workers; default 1)')
    .action((_options, command) => serve(command));
}

async function serve(command: Command): Promise<void> {
  const loaded = loadOrBegin(command);
  const logger = loggerFor(loaded);
  if (cluster.isWorker) {
    const { serveAsWorker } = await import('../index.js');
    await serveAsWorker(loaded, logger);
    return;
  }
  const rootPassword = nonEmpty(process.env.TICKETGATE_ROOT_PASSWORD);
  const apiPassword = nonEmpty(process.env.TICKETGATE_API_PASSWORD);
  // Now, while nothing has been done yet.
  for (const password of [rootPassword, apiPassword]) if (password !== undefined) checkNewPassword(password);
  const stopRequest = untilSignal(() => {
    logger.warn('forced to stop: requests and the debug log may be incomplete');
    process.exit(EXIT_CODE.forced);
  });
  // Other commands do not need the HTTP side, and start faster without it.
  const { logUncaughtErrors, renderStartReport, startServer, startWorkers } = await import('../index.js');
  const { ending, onOpen } = logUncaughtErrors(loaded, logger);
  const start = loaded.configuration.http.workers > 1 ? startWorkers : startServer;
  const server = await start({ loaded, logger, rootPassword, apiPassword, onProgress: printProgress, onOpen });
  process.stdout.write(renderStartReport(server.report));
  const { reason, code } = await Promise.race([stopRequest, ending, untilLost(server)]);
  logger.info(`${reason}: finishing running requests; another signal stops at once`);
  await stop(server, code);
  logger.info('stopped');
}

/** A first start in an empty folder begins with the shipped configuration. */
function loadOrBegin(command: Command): LoadedConfiguration {
  const loaded = configurationFor(command);
  const folder = cluster.isPrimary ? writeStarter(loaded) : undefined;
  if (folder === undefined) return loaded;
  printProgress(`Wrote ${folder} with all options and four web services to begin with.`);
  return configurationFor(command);
}

async function stop(server: StartedServer, code: number): Promise<void> {
  process.exitCode = code;
  // After an exception anything may hang.
  if (code !== EXIT_CODE.fine) setTimeout(() => process.exit(), HANGING_MILLISECONDS).unref();
  await server.stop();
  // Nothing of ours is left; a plugin's forgotten timer must not keep the process.
  setTimeout(() => process.exit(), 500).unref();
}

/** Resolves when the embedded database is lost; never for another one. */
async function untilLost({ report }: StartedServer): Promise<Shutdown> {
  const lost = report.system.location.embedded?.lost ?? new Promise<never>(() => undefined);
  return { reason: `the embedded PostgreSQL could not be restarted (${await lost})`, code: EXIT_CODE.databaseAway };
}

/** Resolves at the first signal; `force` is called at a later one. */
function untilSignal(force: () => void): Promise<Shutdown> {
  let first: number | undefined;
  return new Promise((resolve) => {
    const onSignal = (signal: NodeJS.Signals) => {
      if (first !== undefined && Date.now() - first > SAME_SIGNAL_MILLISECONDS) force();
      first ??= Date.now();
      resolve({ reason: `${signal} received`, code: EXIT_CODE.fine });
    };
    process.on('SIGINT', onSignal);
    process.on('SIGTERM', onSignal);
  });
}
