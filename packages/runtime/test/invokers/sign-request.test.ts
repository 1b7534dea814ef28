import { signatureHeaders } from '../../src/invokers/call/index.js';

it('signs as the Standard Webhooks specification says', async () => {
  // The example of the specification's libraries.
  const signed = await signatureHeaders(Buffer.from('{"test": 2432232314}'), {
    key: Buffer.from('MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw', 'base64'),
    id: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
    now: new Date(1_614_265_330_000),
  });
  expect(signed).toEqual({
    'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
    'webhook-timestamp': '1614265330',
    'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
  });
});
