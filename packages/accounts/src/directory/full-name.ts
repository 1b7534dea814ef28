/** A person's full name in one of the orders of `FirstnameLastnameOrder`; the login of whoever has no name, for which `-` stands. */
export function fullName(
  person: { readonly firstName: string; readonly lastName: string; readonly login: string },
  order: number,
): string {
  const { firstName: first, lastName: last, login } = person;
  if (first === '-' && last === '-') return login;
  const forms = [
    `${first} ${last}`,
    `${last}, ${first}`,
    `${first} ${last} (${login})`,
    `${last}, ${first} (${login})`,
    `(${login}) ${first} ${last}`,
    `(${login}) ${last}, ${first}`,
    `${last} ${first}`,
    `${last} ${first} (${login})`,
    `(${login}) ${last} ${first}`,
    `${last}${first}`,
  ];
  return forms[order] ?? `${first} ${last}`;
}
