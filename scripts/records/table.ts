/** What can be imported. */
export const importTables = ["waitlist", "beta"] as const;
/** One of the {@link importTables}. */
export type ImportTable = (typeof importTables)[number];
