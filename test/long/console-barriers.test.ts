import { describePages } from '../browser/chromium.js';
import { barriersAt, SCREENS, SCREENS_OF_ENTRIES } from '../console/barriers.js';
import { SERVICE, startConsole, type ConsoleCase } from '../console/console-case.js';

describePages('the screens of the console', () => {
  let given: ConsoleCase;

  beforeAll(async () => {
    given = await startConsole({ webServices: { Shop: SERVICE } });
  });

  afterEach(async () => {
    await given.closePages();
  });

  afterAll(async () => {
    await given.stop();
  });

  it.each(SCREENS_OF_ENTRIES)('have no barrier at %s in light at 1280 pixels', async (path) => {
    expect(await barriersAt(given, path)).toEqual([]);
  });

  describe.each([
    ['light', 390],
    ['dark', 390],
    ['dark', 1280],
  ] as const)('in %s at %i pixels', (colorScheme, width) => {
    it.each([...SCREENS, ...SCREENS_OF_ENTRIES])('have no barrier at %s', async (path) => {
      expect(await barriersAt(given, path, { colorScheme, viewport: { width, height: 900 } })).toEqual([]);
    });
  });
});
