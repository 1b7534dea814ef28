/** The step that failed. */
export type XsltStage =
  | 'LoadTemplate'
  | 'ParseTemplate'
  | 'WriteData'
  | 'LoadData'
  | 'Map'
  | 'Write'
  | 'ReadResult'
  | 'TimeLimit'
  | 'Busy';

/** A template is invalid, or cannot be applied to the data. */
export class XsltError extends Error {
  override readonly name = 'XsltError';
  readonly stage: XsltStage;
  /** Line in the template; undefined if unknown. */
  readonly line: number | undefined;

  /** @param report messages of the library, one per line */
  constructor(stage: XsltStage, report: string, line = 0) {
    super(summarise(report));
    this.stage = stage;
    const named = /(?:file template )?line (\d+) element/.exec(report)?.[1];
    const known = line === 0 ? Number(named ?? 0) : line;
    this.line = known === 0 ? undefined : known;
  }
}

/** Most lines of a message, without repetitions. */
const MOST_LINES = 5;
const MOST_CHARACTERS = 200;

function summarise(report: string): string {
  const lines = report.replace(/file (?:template )?line \d+ /g, '').split('\n');
  const different = [...new Set(lines.map((line) => line.trim().slice(0, MOST_CHARACTERS)))];
  return different
    .filter((line) => line !== '')
    .slice(0, MOST_LINES)
    .join('; ');
}
