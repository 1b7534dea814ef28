import {
  decodeText,
  LARGEST_DEFINITION,
  loadWebService,
  parseDefinition,
  renderCodeFrame,
} from '@ticketgate/definition';

describe('the bytes of a file', () => {
  it('are its text where they are UTF-8', () => {
    expect(decodeText(Buffer.from('Name: Jürgen ☺\n'), 'a.yml')).toEqual({ text: 'Name: Jürgen ☺\n', problems: [] });
  });

  it('are refused at the first byte in another encoding', () => {
    const { text, problems } = decodeText(Buffer.from('Name: a\nTitle: Gr\xfc\xdfe\n', 'latin1'), 'a.yml');
    expect(text).toBe('Name: a\nTitle: Gr\ufffd\ufffde\n');
    expect(problems).toMatchObject([
      { file: 'a.yml', line: 2, column: 10, endLine: 2, endColumn: 11, severity: 'error', code: 'wrong-encoding' },
    ]);
    expect(problems[0]?.message).toContain('The byte 0xFC is not UTF-8');
  });

  it.each([
    ['with a mark', '\ufeffName: ü\n'],
    ['without one', 'Name: ü\n'],
  ])('are called UTF-16 where they are, %s, and have no NUL in the report', (_how, text) => {
    const little = Buffer.from(text, 'utf16le');
    for (const bytes of [little, Buffer.from(little).swap16()]) {
      const decoded = decodeText(bytes, 'a.yml');
      expect(decoded.text).toBe('Name: ü\n');
      expect(decoded.problems).toMatchObject([{ line: 1, column: 1, code: 'wrong-encoding' }]);
      const report = renderCodeFrame(decoded.problems, new Map([['a.yml', decoded.text]]));
      expect(report).toContain('The file is UTF-16');
      expect(report).not.toContain('\0');
    }
  });

  it('are refused at a NUL, which the report does not have', () => {
    const { text, problems } = decodeText(Buffer.from('Name: a\nTitle: b\0c\u001b[31m\n'), 'a.yml');
    expect(problems).toMatchObject([{ line: 2, column: 9, code: 'wrong-encoding' }]);
    expect(renderCodeFrame(problems, new Map([['a.yml', text]]))).not.toMatch(/[\0\u001b]/);
  });

  it('are refused where a character is cut off', () => {
    const { problems } = decodeText(Buffer.from('a: ü').subarray(0, 4), 'a.yml');
    expect(problems).toMatchObject([{ line: 1, column: 4 }]);
  });
});

describe('a definition of more than 2 MB', () => {
  const large = `Debugger: { DebugThreshold: error }\n# ${'x'.repeat(LARGEST_DEFINITION)}\n`;

  it('is refused unread', () => {
    const { diagnostics, webService } = parseDefinition(large, { file: 'a.yml' });
    expect([diagnostics.map(({ code }) => code), webService]).toEqual([['too-large'], undefined]);
  });

  it('is not served from the database', () => {
    const { diagnostics, webService } = loadWebService(large, 'Large', { mostBytes: LARGEST_DEFINITION });
    expect([diagnostics.map(({ code }) => code), webService]).toEqual([['too-large'], undefined]);
  });

  it('is read where the limit is higher', () => {
    const mostBytes = 3 * LARGEST_DEFINITION;
    const { diagnostics } = parseDefinition(large, { file: 'a.yml', mostBytes });
    expect(diagnostics.map(({ code }) => code)).not.toContain('too-large');
    expect(loadWebService(large, 'Large', { mostBytes }).webService).toBeDefined();
  });
});
