import express, { type Express } from 'express';
import supertest from 'supertest';

import { makeGateway, service } from './gateway-harness.js';

function appWith(path: string): Express {
  const { gateway, publish } = makeGateway();
  publish({ Family: service() });
  const app = express();
  app.get('/own', (_request, response) => {
    response.send('of the app');
  });
  app.use(path, gateway.handle);
  app.use((_request, response) => {
    response.status(404).send('nothing here');
  });
  return app;
}

describe('the gateway as middleware of an Express app', () => {
  it.each(['/', '/helpdesk'])(
    'serves its web services below %s, and leaves everything else to the app',
    async (path) => {
      const client = supertest(appWith(path));
      const base = path === '/' ? '' : path;
      await client.get('/own').expect(200, 'of the app');
      await client.post(`${base}/Webservice/Family/greet`).send({ Name: 'Ada' }).expect(200, { Greeting: 'Hello Ada' });
      await client.get(`${base}/Webservice/Family/greeting?Name=Ada`).expect(200, { Greeting: 'Hello Ada' });
      await client.get('/elsewhere').expect(404, 'nothing here');
    },
  );

  it('reads bodies itself, up to its own limits', async () => {
    const client = supertest(appWith('/'));
    const answer = await client.post('/Webservice/Family/echo').send({ Name: 'x'.repeat(1_001) });
    expect([answer.status, answer.text]).toEqual([413, expect.any(String)]);
  });
});
