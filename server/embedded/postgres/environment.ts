/**
 * The environment of PostgreSQL's programs. Their messages are read here, and even with its own in English, the operating system's within
 * them, such as "Permission denied", are in the language of LC_ALL. initdb writes TZ into the settings of a database; hosted ones have UTC.
 */
export const postgresEnvironment = (): NodeJS.ProcessEnv => ({ ...process.env, LC_ALL: "C", TZ: "UTC" });
