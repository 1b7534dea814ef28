import { explainError } from '../src/errors.js';

it.each<[string, unknown, string]>([
  ['an error', new Error('It is broken.'), 'It is broken.'],
  [
    'a connection that all addresses of a host refused',
    new AggregateError([new Error('connect ECONNREFUSED ::1:1'), new Error('connect ECONNREFUSED 127.0.0.1:1')], ''),
    'connect ECONNREFUSED ::1:1; connect ECONNREFUSED 127.0.0.1:1',
  ],
  ['an error without words', Object.assign(new Error(), { code: 'ECONNRESET' }), 'ECONNRESET'],
  ['an error without words and code', new TypeError(), 'TypeError'],
  ['what is not an error', 'No.', 'No.'],
])('what %s says is never empty', (_name, error, said) => {
  expect(explainError(error)).toBe(said);
});
