/** What can be imported. */
export const importTables = ["waitlist", "beta"] as const;
export type ImportTable = (typeof importTables)[number];
