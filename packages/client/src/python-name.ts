/** Words that cannot be names of members, and `extra`, which every class has. */
const TAKEN = new Set(
  (
    'False None True and as assert async await break class continue def del elif else except finally for from global if import in is ' +
    'lambda nonlocal not or pass raise return try while with yield extra field dataclass Any Literal'
  ).split(' '),
);

/** The name of a member in Python. */
export function pythonName(member: string): string {
  const plain = member.replace(/\W+/g, '_');
  const name = /^[A-Za-z]/.test(plain) ? plain : `member_${plain}`;
  return TAKEN.has(name) ? `${name}_` : name;
}
