import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { startTestServer } from '../../test/support/dist/index.js';

import startPostgres from '../../test/setup/postgres.mjs';
import stopPostgres from '../../test/setup/stop-postgres.mjs';
import { CHANGES, CHAT, COMPANIES, ENTRIES, KEYS, PEOPLE, TITLES } from './sample-data.mjs';

const LOGIN = 'root@localhost';

/** A server with a small help desk: services, people, and some requests of clients. */
export async function startSample() {
  await startPostgres({ fsync: true });
  const definitions = ['TicketConnector', 'GenericTicketConnectorREST'];
  const webServices = Object.fromEntries(definitions.map((name) => [name, readDefinition(name)]));
  const server = await startTestServer({
    webServices: { ...webServices, Chat: CHAT },
    configuration: { http: { port: 8081 } },
  });
  const call = callerOf(server);
  for (const { kind, name, members } of ENTRIES) {
    await call('POST', `/catalogue/${kind}`, { name, members, comment: 'The new help desk' });
  }
  for (const [index, name] of COMPANIES.entries()) {
    await call('POST', '/catalogue/CustomerCompanies', {
      name: idOf(name),
      members: { Name: name, City: CITIES[index % 3] },
    });
  }
  for (const [index, [first, last]] of PEOPLE.entries()) {
    const company = idOf(COMPANIES[index % COMPANIES.length]);
    const login = first.toLowerCase();
    const members = {
      FirstName: first,
      LastName: last,
      Email: `${login}@${company.toLowerCase()}.example`,
      CustomerID: company,
    };
    await call('POST', '/catalogue/CustomerUsers', { name: login, members });
  }
  for (const key of KEYS) await call('POST', '/api-keys', key);
  for (const change of CHANGES) {
    const { details, definition } = await call('GET', '/services/TicketConnector');
    await call('POST', '/services/TicketConnector/publish', {
      definition: definition.replace(change.from, change.to),
      base: details.version.id,
      comment: change.comment,
    });
  }
  await sendRequests(server);
  await spreadTimes(server.database);
  return {
    url: server.url,
    login: LOGIN,
    password: server.rootPassword,
    database: server.database,
    async stop() {
      await server.stop();
      await stopPostgres();
    },
  };
}

/** Some that work and some that fail; nobody answers the invoker that new tickets call. */
async function sendRequests({ url, rootPassword, database }) {
  const send = (path, body) =>
    fetch(`${url}/Webservice/GenericTicketConnectorREST${path}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ UserLogin: LOGIN, Password: rootPassword, ...body }),
    }).then((answer) => answer.text());
  for (const Title of TITLES) {
    const Ticket = { Title, Queue: 'Support', State: 'new', Priority: '3 normal', CustomerUser: 'carla' };
    await send('/Ticket', {
      Ticket,
      Article: { Subject: Title, Body: Title, ContentType: 'text/plain; charset=utf8' },
    });
  }
  await send('/Ticket', { Ticket: { Title: 'Without a queue' } });
  await send('/Session', {});
  await untilThere(database, 'gi_debugger_entry');
  await untilThere(database, 'ticketgate.event where dead_since is not null');
}

/** As in a help desk that people work with: requests over the last day, and changes over the last weeks. */
async function spreadTimes(database) {
  for (const statement of [
    `update ticketgate.debug_entry set created_at = created_at - id * interval '97 minutes'`,
    `update ticketgate.event set at = at - id * interval '53 minutes'`,
    `update ticketgate.audit set at = at - ((select max(id) from ticketgate.audit) - id) * interval '7 hours 11 minutes'`,
    `update gi_webservice_config_history set create_time = now() - (6 - id) * interval '71 hours',
       change_time = now() - (6 - id) * interval '71 hours'`,
    `update gi_webservice_config set change_time = now() - (4 - id) * interval '71 hours'`,
  ])
    await database.query(statement);
  await database.query(
    `insert into ticketgate.request_count (begin, is_hour, type, service_id, operation, method, route, requests, failed, errors,
       durations, milliseconds, bytes_received, bytes_sent)
     select date_trunc('minute', now()) - number * interval '15 minutes', false, 'Provider', service.id, 'TicketGet', 'GET', '/Ticket',
       requests, requests / 9, jsonb_build_object('Ticket.Unknown', requests / 9), jsonb_build_object('25', requests), requests * 12.5, 0, 0
     from gi_webservice_config service, generate_series(1, 94) as number,
       lateral (select (40 + 35 * sin(number / 15.0 + service.id))::integer as requests) as counted
     where service.name <> 'Chat'`,
  );
}

async function untilThere(database, rows) {
  for (let found = 0; found < TITLES.length;) {
    const [row] = await database.query(`select count(*)::integer as count from ${rows}`);
    found = row.count;
  }
}

const CITIES = ['Dresden', 'Leipzig', 'Hamburg'];

function idOf(company) {
  return company.split(' ')[0].toUpperCase();
}

function readDefinition(name) {
  const text = readFileSync(join('config', 'webservices', `${name}.yml`), 'utf8');
  // All requests are recorded, not only those that fail.
  return text.replace('DebugThreshold: error', 'DebugThreshold: debug');
}

function callerOf({ url, rootPassword }) {
  let headers;
  return async (method, path, body) => {
    headers ??= await signIn(url, rootPassword);
    const answer = await fetch(`${url}/admin/api${path}`, { method, headers, body: JSON.stringify(body) });
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
    return answer.status === 204 ? undefined : answer.json();
  };
}

async function signIn(url, Password) {
  const answer = await fetch(`${url}/admin/api/session`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ UserLogin: LOGIN, Password }),
  });
  const { csrfToken } = await answer.json();
  const cookie = answer.headers.get('set-cookie').split(';')[0];
  return { 'Content-Type': 'application/json', Cookie: cookie, 'X-CSRF-Token': csrfToken };
}
