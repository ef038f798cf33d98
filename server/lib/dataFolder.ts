/** The names of what a stack makes in its data folder, each of which is written here only. */
export const inDataFolder = {
  /** Folder of the database's cluster, with PostgreSQL's log `server.log`. */
  cluster: "postgres",
  keys: "keys.json",
  /** The process that uses the folder, and the address of its stack. */
  stack: "stack.json",
  /** How the mails leave. */
  mailRoute: "mail-route",
  /** A file with the date of the last backup. */
  lastBackup: "last-backup",
  /** A file with the date of the last failed backup. */
  failedBackup: "failed-backup",
  /** Folder of the mails of a stack without another way to send them. */
  inbox: "inbox",
  /** Folder of a restored and verified database that only has to be moved to its place. */
  restored: "restored",
  /**
   * Folder of a database that is being restored, and the beginning of the names of folders into which a restore
   * has put a former one.
   */
  restoring: "restoring",
  replaced: "replaced-",
} as const;

/** The beginnings of names by which a data folder is recognised: only data folders have them, and a start makes them first. */
const marks = [inDataFolder.cluster, inDataFolder.keys, inDataFolder.stack, inDataFolder.restored];

/** Whether names of a folder's content are those of a data folder, complete or not. */
export const isDataFolder = (names: readonly string[]): boolean =>
  names.some((name) => marks.some((mark) => name.startsWith(mark)));
