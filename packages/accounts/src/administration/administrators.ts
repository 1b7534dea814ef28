/** Who administers: valid agents with this permission in this group, of their own or by a role. */
export const ADMINISTRATORS = { group: 'admin', permission: 'rw' } as const;
