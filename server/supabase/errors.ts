/** PostgreSQL's SQLSTATE for a broken unique constraint (Appendix A of its manual). */
export const uniqueViolation = "23505";

/** Raised for one more application of an address that has its five pending (supabase/migrations/…_open_applications.sql). */
export const tooManyOpen = "PT429";
