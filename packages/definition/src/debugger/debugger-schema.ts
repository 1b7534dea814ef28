import { mild, leaf, titled, uncheckedMap } from '../check/keys.js';

export const debuggerSchema = uncheckedMap('a map with DebugThreshold and TestMode', {
  DebugThreshold: titled('What is recorded', leaf)(
    'The lowest level that is recorded: `debug`, `info`, `notice` or `error`. See [the life of a request](request-lifecycle.md) for what each level contains.',
    'required',
    'error',
  ),
  TestMode: titled('Record nothing', mild.perlFlag)('Turns the debug log of the service off.', 'off', '0'),
})('What the debug log keeps of requests. Without this section no request can be served.', 'required', {
  DebugThreshold: 'error',
});
