/** How the `ticketgate` command ends (`docs/operating.md`). */
export const EXIT_CODE = {
  fine: 0,
  /** Something failed while running; `check`: at least one file has errors. */
  failed: 1,
  /** Wrong arguments, input, environment or configuration, or a file that cannot be read: nothing was done. */
  configuration: 2,
  /** Another process uses the data folder. */
  folderInUse: 3,
  /** The address to listen on is taken. */
  addressInUse: 4,
  /** The database cannot be reached, or the embedded one ended and could not be started again. */
  databaseAway: 5,
  /** The database was migrated by a newer version. */
  databaseNewer: 57,
  /** Something threw an uncaught exception; the server ended in order. */
  crashed: 70,
  /** A second signal ended the stop before it was complete. */
  forced: 130,
  /** Ctrl-C or Ctrl-D at a question; what shells say of a command that Ctrl-C ended. */
  cancelled: 130,
} as const;
