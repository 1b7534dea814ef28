/** Characters left by the fixed parts of the name, which has 200. */
const ROOM = 166;
const CUT = '[...]';

/**
 * `ticket_history.name` of a changed value: `%%FieldName%%<name>%%Value%%<new>%%OldValue%%<old>`. Values are shortened with `[...]`
 * when all three together exceed 166 characters (`docs/compatibility.md`).
 */
export function dynamicFieldHistoryName(name: string, value: string, oldValue: string): string {
  const room = ROOM - name.length;
  const half = Math.floor(room / 2);
  const forOld = Math.max(half, room - value.length);
  const forNew = Math.max(room - half, room - oldValue.length);
  const isLong = value.length + oldValue.length > room;
  const newPart = isLong ? shorten(value, forNew) : value;
  const oldPart = isLong ? shorten(oldValue, forOld) : oldValue;
  return `%%FieldName%%${name}%%Value%%${newPart}%%OldValue%%${oldPart}`;
}

function shorten(text: string, room: number): string {
  if (text.length <= room) return text;
  return `${text.slice(0, Math.max(0, room - CUT.length))}${CUT}`;
}
