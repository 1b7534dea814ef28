export { renderStartReport } from './serving/start-report.js';
export { startServer, type RunningServer, type ServerOptions, type StartedServer } from './serving/start-server.js';
export { logUncaughtErrors, type Shutdown } from './serving/uncaught-errors.js';
export { startWorkers } from './serving/workers/start-workers.js';
export { serveAsWorker } from './serving/workers/worker.js';
