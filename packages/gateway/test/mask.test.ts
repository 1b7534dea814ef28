import fc from 'fast-check';

import { isProportional } from '../../../test/support/processor-time.js';
import { Mask } from '../src/debugger/mask.js';
import { SecretNames } from '../src/debugger/secret-names.js';

const names = new SecretNames(['Pin']);
const TOKEN = '4f'.repeat(16);

describe('Mask', () => {
  const pieces = fc.constantFrom(
    ...[
      'a',
      ' ',
      '\n',
      '"',
      '\\',
      '\u2028',
      '-',
      '_',
      'Password',
      'pin',
      'coo\u212aie',
      'Key',
      'Value',
      '=',
      ':',
      '*******',
    ],
    ...[TOKEN, '1234', 'open sesame', 'o"p"e"n', `tg_${'x1'.repeat(10)}`, '3'.repeat(39)],
  );
  const text = fc.array(pieces, { maxLength: 5 }).map((parts) => parts.join(''));
  const { data } = fc.letrec<{ data: unknown; value: unknown }>((tie) => ({
    data: fc.oneof(fc.dictionary(text, tie('value'), { maxKeys: 4 }), fc.array(tie('value'), { maxLength: 4 })),
    value: fc.oneof({ maxDepth: 3 }, text, fc.boolean(), fc.constant(null), tie('data')),
  }));
  const secrets = fc.uniqueArray(fc.constantFrom('1234', 'open sesame', 'o"p"e"n', 'abcd'));

  it('leaves none of the secrets of a request in its data', () => {
    fc.assert(
      fc.property(data, secrets, (recorded, own) => {
        const kept = new Mask(names, new Set(own)).json(recorded as object); // a dictionary or a list
        for (const secret of own) expect(kept).not.toContain(JSON.stringify(secret).slice(1, -1));
      }),
      { numRuns: 2_000 },
    );
  });

  it.each([
    ['a text', (text: string) => ({ Note: text })],
    ['many texts', (text: string) => text.split('  ').map((word, at) => ({ [`k${at}`]: word }))],
    ['JSON in a text', (text: string) => ({ Note: JSON.stringify({ Note: text }) })],
  ])('looks at the beginning of %s only, and shows no half of a secret', (_what, recorded) => {
    const mask = new Mask(names, new Set(['open sesame']), { characters: 1_000 });
    const kept = mask.json(recorded('open sesame  '.repeat(100_000)));
    expect(kept).not.toMatch(/open|sesame/);
    expect(kept).toMatch(/is not recorded\]$/);
    expect(kept.length).toBeLessThanOrEqual(1_000);
    expect(mask.isCut).toBe(true);
  });

  it('masks the value of a pair whose name is beyond the beginning of the data', () => {
    const mask = new Mask(names, new Set(), { characters: 1_000 });
    expect(mask.json({ Value: 'open sesame', Note: 'x'.repeat(50_000), Key: 'Password' })).not.toContain('sesame');
  });

  it.each([
    ['backslashes', '\\'],
    ['backslashes and letters', '\\n'],
    ['percent signs', '%25'],
    ['equals signs', '='],
    ['letters of names', 'p-'],
    ['tabs', '\t'],
  ])('looks through many %s in linear time', (_what, piece) => {
    const look = (count: number) => {
      const mask = new Mask(names, new Set());
      for (const end of [' ', ' Password']) {
        mask.text(`{${piece.repeat(count)}${end}`);
        mask.json({ Note: piece.repeat(count) + end });
      }
    };
    expect(isProportional(look, 10_000)).toBe(true);
  });

  it.each([
    ['Key', 'Value'],
    ['Key[', 'Value'],
    [' k e\0y', 'Value;'],
    ['"NAME', '-value-'],
  ])('masks the value of a pair whose members are written %j and %j', (key, value) => {
    const mask = new Mask(names, new Set());
    expect(mask.json({ List: [{ [key]: ' NewPassword ', [value]: 'open sesame' }] })).not.toContain('sesame');
  });

  it('masks the rest of a secret in a form, too', () => {
    const mask = new Mask(names, new Set());
    expect(mask.text('Title=x&Passw%6frd=open&%5Csesame&Limit=5')).toBe('Title=x&Passw%6frd=*******&*******&Limit=5');
  });

  it.each([
    [
      "Controller '/messages?key=a&token=TOKTOK&v=1' on Host 'http://h'. Response code '500'.",
      "Controller '/messages?key=a&token=*******&v=1' on Host 'http://h'. Response code '500'.",
    ],
    ['The token was refused: ask for another one.', 'The token was refused: ask for another one.'],
    ['Requester.SecretMissing: Set the variable.', 'Requester.SecretMissing: Set the variable.'],
    ['There is no Password "open = sesame" here: go on.', 'There is no Password ******* here: go on.'],
    [`It came with ${TOKEN}: once.`, 'It came with *******: once.'],
    ['It said abcd & "1234".', 'It said ******* & "*******".'],
  ])('takes the values out of the sentence %j, and leaves the rest', (sentence, kept) => {
    expect(new Mask(names, new Set(['abcd', '1234'])).sentence(sentence)).toBe(kept);
  });

  it.each([
    'Wrong: p&amp;ss &lt;"ä"\'>.',
    'Wrong: p&amp;ss &lt;"ä"\'&gt;.',
    'Wrong: p&amp;ss &lt;&quot;ä&quot;&apos;&gt;.',
    'Wrong: p&amp;ss &lt;&quot;ä&quot;&#39;&gt;.',
    'Wrong: p&amp;ss &lt;&#34;&#228;&#34;&#39;&gt;.',
    'Wrong: p&amp;ss &lt;&quot;&#xe4;&quot;&apos;&gt;.',
    'Wrong: p&amp;ss &lt;&quot;&#xE4;&quot;&apos;&gt;.',
  ])('finds a secret as libraries write it in XML: %s', (text) => {
    expect(new Mask(names, new Set([`p&ss <"ä"'>`])).text(text)).toBe('Wrong: *******.');
  });

  it('finds session ids that stand behind what JSON escapes', () => {
    const mask = new Mask(names, new Set());
    expect(mask.json({ Note: `Mine is\n${TOKEN}\t!` })).not.toContain(TOKEN);
  });
});
