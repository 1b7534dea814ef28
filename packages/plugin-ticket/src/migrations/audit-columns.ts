/** The columns that say who made and changed a row, and when, in the system time zone. */
export const AUDIT = `create_time timestamp(0) not null, create_by integer not null references users (id),
    change_time timestamp(0) not null, change_by integer not null references users (id)`;
