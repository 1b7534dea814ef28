import { defaultConfiguration, type System } from '@ticketgate/runtime';

import { renderStartReport } from '../src/serving/start-report.js';

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
