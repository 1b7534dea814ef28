import { barriersAt, LONG, SCREENS, SCREENS_OF_ENTRIES } from '../console/barriers.js';
import { describeConsole, SERVICE } from '../console/console-case.js';

describeConsole('the screens of the console', { webServices: { Shop: SERVICE, [LONG]: SERVICE } }, (given) => {
  it.each(SCREENS_OF_ENTRIES)('have no barrier at %s in light at 1280 pixels', async (path) => {
    expect(await barriersAt(given, path)).toEqual([]);
  });

  describe.each([
    ['light', 390],
    ['dark', 390],
    ['dark', 1280],
    // A window of 1280 pixels at 200 %.
    ['light', 640],
    ['dark', 640],
  ] as const)('in %s at %i pixels', (colorScheme, width) => {
    it.each([...SCREENS, ...SCREENS_OF_ENTRIES])('have no barrier at %s', async (path) => {
      expect(await barriersAt(given, path, { colorScheme, viewport: { width, height: 900 } })).toEqual([]);
    });
  });
});
