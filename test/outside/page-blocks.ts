/** A block of a page: its language, what else its first line says, and its text. */
interface Block {
  readonly language: string;
  readonly file?: string | undefined;
  readonly text: string;
}

/** A command with what the page shows below it. */
export interface ShownCommand {
  readonly command: string;
  readonly output: string;
}

/** In the order of the page. */
export function blocksOf(page: string): readonly Block[] {
  // Fences alternate: what stands between an even and an odd one is a block.
  const parts = page.split(/^```/m).filter((_part, place) => place % 2 === 1);
  return parts.map((part) => {
    const [, language = '', file, text = ''] = /^(\w*)(?: file=(\S+))?.*\n([^]*)$/.exec(part) ?? [];
    return { language, file, text };
  });
}

/** The blocks that name a file. */
export function filesOf(page: string): readonly (readonly [string, string])[] {
  return blocksOf(page).flatMap(({ file, text }) => (file === undefined ? [] : [[file, text] as const]));
}

/** In `console` blocks after `$ `, in blocks of no language all lines; with what continues them. */
export function commandsOf(page: string): readonly ShownCommand[] {
  return blocksOf(page).flatMap(commandsOfBlock);
}

export function commandsOfBlock({ language, text }: Block): readonly ShownCommand[] {
  if (language !== '' && language !== 'console') return [];
  const parts = language === 'console' ? text.split(/^\$ /m).slice(1) : text.split(/(?<!\\)\n/);
  return parts.filter((each) => each.trim() !== '').map(splitOutput);
}

/** A command goes on while a quote is open or a line ends with a backslash; the rest is what it writes. */
function splitOutput(part: string): ShownCommand {
  const lines = part.split('\n');
  let length = 1;
  const isOpen = (text: string) => text.endsWith('\\') || (text.match(/'/g)?.length ?? 0) % 2 === 1;
  while (length < lines.length && isOpen(lines.slice(0, length).join('\n'))) length += 1;
  const command = lines
    .slice(0, length)
    .join('\n')
    .replace(/\s+#\s.*$/, '')
    .trim();
  return { command, output: lines.slice(length).join('\n') };
}
