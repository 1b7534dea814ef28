/** Where in the way of data through a template it failed. */
export type XsltStage =
  'LoadTemplate' | 'ParseTemplate' | 'WriteData' | 'LoadData' | 'Map' | 'Write' | 'ReadResult' | 'TimeLimit' | 'Busy';

/** A template cannot be used, or not for this data. */
export class XsltError extends Error {
  override readonly name = 'XsltError';
  readonly stage: XsltStage;
  /** Line in the template; undefined if unknown. */
  readonly line: number | undefined;

  constructor(stage: XsltStage, said: string, line = 0) {
    super(summarise(said));
    this.stage = stage;
    const named = /(?:file template )?line (\d+) element/.exec(said)?.[1];
    const known = line === 0 ? Number(named ?? 0) : line;
    this.line = known === 0 ? undefined : known;
  }
}

/** Lines of what the library says, which may say one thing many times. */
const MOST_LINES = 5;
const MOST_CHARACTERS = 200;

function summarise(said: string): string {
  const lines = said.replace(/file (?:template )?line \d+ /g, '').split('\n');
  const different = [...new Set(lines.map((line) => line.trim().slice(0, MOST_CHARACTERS)))];
  return different
    .filter((line) => line !== '')
    .slice(0, MOST_LINES)
    .join('; ');
}
