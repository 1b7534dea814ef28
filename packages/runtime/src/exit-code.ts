/** Exit codes of the `ticketgate` command (`docs/operating.md`). */
export const EXIT_CODE = {
  fine: 0,
  /** Something failed while running; `check`: at least one file has errors. */
  failed: 1,
  /** Wrong arguments, input, environment or configuration, or a file that cannot be read: nothing was done. */
  configuration: 2,
  /** Another process uses the data folder. */
  folderInUse: 3,
  /** The address to listen on is in use. */
  addressInUse: 4,
  /** The database cannot be reached, or the embedded one could not be restarted. */
  databaseAway: 5,
  /** The database was migrated by a newer version. */
  databaseNewer: 57,
  /** The server was shut down after an uncaught exception. */
  crashed: 70,
  /** A second signal interrupted the shutdown. */
  forced: 130,
  /** Ctrl-C or Ctrl-D at a prompt; the same as shells report for Ctrl-C. */
  cancelled: 130,
} as const;
