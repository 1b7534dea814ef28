/** Lines that are compared each with each; of longer texts, what stands first. */
const MOST = 1000;

/** The lines of two texts, with `-` before those of the first one, `+` before those of the second, and a space before those of both. */
export function diffLines(first: string, second: string): string {
  const [one, two] = [first, second].map((text) => text.split('\n').slice(0, MOST)) as [string[], string[]];
  const common = longestCommon(one, two);
  const lines: string[] = [];
  let [at, to] = [0, 0];
  while (at < one.length || to < two.length) {
    if (at < one.length && one[at] === two[to]) {
      lines.push(` ${one[at] ?? ''}`);
      at += 1;
      to += 1;
    } else if (to === two.length || (at < one.length && rest(common, at + 1, to) >= rest(common, at, to + 1))) {
      lines.push(`-${one[at] ?? ''}`);
      at += 1;
    } else {
      lines.push(`+${two[to] ?? ''}`);
      to += 1;
    }
  }
  return lines.join('\n');
}

type Lengths = readonly (readonly number[])[];

function rest(common: Lengths, at: number, to: number): number {
  return common[at]?.[to] ?? 0;
}

/** How many lines both have in common from each pair of lines on. */
function longestCommon(one: readonly string[], two: readonly string[]): Lengths {
  const common: number[][] = Array.from({ length: one.length + 1 }, () => []);
  for (let at = one.length - 1; at >= 0; at -= 1) {
    for (let to = two.length - 1; to >= 0; to -= 1) {
      const isSame = one[at] === two[to];
      const row = common[at] ?? [];
      row[to] = isSame
        ? rest(common, at + 1, to + 1) + 1
        : Math.max(rest(common, at + 1, to), rest(common, at, to + 1));
    }
  }
  return common;
}
