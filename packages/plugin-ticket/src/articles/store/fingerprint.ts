/** Never the same twice; the family finds a row again by the process and random characters. */
export const FINGERPRINT = `pg_backend_pid() || '-' || replace(gen_random_uuid()::text, '-', '')`;
