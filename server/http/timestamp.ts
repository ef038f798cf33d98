/** The time now, as PostgREST and the auth service write it. */
export const timestamp = (): string => new Date().toISOString().replace("Z", "+00:00");
