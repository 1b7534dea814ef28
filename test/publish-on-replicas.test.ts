import { publishUnderLoad } from './replicas/publish-under-load.js';

describe('a definition that is published on one replica', () => {
  it('is served by all of them, and no request fails or sees half of it', async () => {
    const { answers, delays } = await publishUnderLoad({ publishes: 4 });
    expect(delays).toHaveLength(4);
    expect([...answers.keys()].map((answer) => answer.slice(0, 16)).sort()).toEqual([
      '200 {"Error":{"E',
      '401 {"Success":0',
    ]);
  });
});
