/** The names of what a stack makes in its data folder, each of which is written here only. */
export const inDataFolder = {
  /** Folder of the database's cluster. */
  cluster: "postgres",
  keys: "keys.json",
  /** How the mails leave. */
  mailRoute: "mail-route",
  /** A file with the date of the last backup. */
  lastBackup: "last-backup",
  /** Folder of the sockets that claim the data folder. */
  lock: "lock",
  /** Folder of the mails of a stack without another way to send them. */
  inbox: "inbox",
  /** Folder of a restored and verified database that only has to be moved to its place. */
  restored: "restored",
  /** How the folder of a database begins that is being restored, and that of one which a restore has put aside. */
  restoring: "restoring-",
  replaced: "replaced-",
} as const;

const { cluster, keys, mailRoute, lastBackup, lock, inbox, restored, restoring, replaced } = inDataFolder;

/** Those that have their name only once they are complete, and how it goes on before. */
const completed = [cluster, keys, mailRoute, lastBackup];
const unfinished = /^(?:\.new-\w+)?(?:\.pw)?$/u;

/** Whether a stack makes something of this name in its data folder, complete or not. */
export const isOwnName = (name: string): boolean =>
  [lock, inbox, restored].some((own) => name === own) ||
  completed.some((own) => name.startsWith(own) && unfinished.test(name.slice(own.length))) ||
  [restoring, replaced].some((own) => name.startsWith(own) && name !== own);
