/** The last digit of numbers of the generator DateChecksum: digits times 1, 2, 1, 2 …, added up; 10 becomes 1. */
export function checkDigit(digits: string): number {
  const sum = Array.from(digits).reduce((total, digit, index) => total + Number(digit) * (index % 2 === 0 ? 1 : 2), 0);
  const digit = 10 - (sum % 10);
  return digit === 10 ? 1 : digit;
}
