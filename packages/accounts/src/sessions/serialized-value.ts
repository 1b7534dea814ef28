/** A host stores lists and maps as a memory image of its own language, which only it can read. */
export function readSerialized(value: string | null): string {
  return JSON.stringify({ NotReadable: `${Math.floor(((value ?? '').length * 3) / 4)} bytes` });
}
