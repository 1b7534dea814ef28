/** The texts of `ticket_history.name`, one function per type (`docs/compatibility.md`). */
export const historyNames = {
  service: (name: string | undefined, id: number | undefined) => `%%${name ?? 'NULL'}%%${id ?? ''}%%NULL%%`,
  type: (name: string, id: number) => `%%${name}%%${id}`,
  customer: (customerID: string, customerUser: string) => `%%CustomerID=${customerID};CustomerUser=${customerUser};`,
  person: (login: string, id: number) => `%%${login}%%${id}`,
  lock: (name: string) => `%%${name}`,
  pendingTime: (minute: string) => `%%${minute}`,
  timeAccounting: (unit: string, total: string) => `%%${unit}%%${total}`,
} as const;
