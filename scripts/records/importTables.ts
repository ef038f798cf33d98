/** The tables that can be imported into. */
export const importTables = ["waitlist", "beta"] as const;
/** One of the {@link importTables}. */
export type ImportTable = (typeof importTables)[number];
