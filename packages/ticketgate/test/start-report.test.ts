import { defaultConfiguration, makeServerURL, type System } from '@ticketgate/runtime';

import { renderStartReport } from '../src/serving/start-report.js';

it.each([
  ['0.0.0.0', 'http://127.0.0.1:8080'],
  ['::', 'http://[::1]:8080'],
])('the report of a start on %s has links that can be opened, and says where else it listens', (host, url) => {
  const defaults = defaultConfiguration('/');
  const http = { ...defaults.http, host };
  const configuration = { ...defaults, http, admin: { ...defaults.admin, listen: `[${host}]:8081` } };
  // All of it that is shown.
  const system = {
    configuration,
    location: { url: 'postgres://db' },
    isAttached: false,
    differences: [],
  } as unknown as System;
  const about = { version: '1', url: makeServerURL(configuration), milliseconds: 900, workers: 2 };
  const report = renderStartReport({ ...about, system, services: [], problems: [], generatedPasswords: [] });
  expect(report).toContain(`ready at ${url} and all other addresses of this machine, with 2 workers (after`);
  expect(report).toContain(`Admin     ${url.slice(0, -1)}1/admin and all other addresses of this machine\n`);
});

it('the report of a start shows the database without its password, wherever its URL has it', () => {
  const url = 'postgres://me:top-secret@db.example.org:5432/tickets?password=top-secret';
  const defaults = defaultConfiguration('/');
  const configuration = { ...defaults, database: { ...defaults.database, url } };
  // All of it that is shown.
  const system = { configuration, location: { url }, isAttached: false, differences: [] } as unknown as System;
  const about = { version: '1', url: 'http://127.0.0.1:8080', milliseconds: 900, workers: 1 };
  const report = renderStartReport({ ...about, system, services: [], problems: [], generatedPasswords: [] });
  expect(report).toContain('Data      postgres://me@db.example.org:5432/tickets (stand-alone)');
});
