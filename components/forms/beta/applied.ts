/**
 * The event by which the beta form says, on the document, that an application was stored. The welcome card listens; the two
 * share no code, as each comes to the browser without the other.
 */
export const applied = "keelbook:applied";
