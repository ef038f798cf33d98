/** PostgreSQL's SQLSTATE for a broken unique constraint (Appendix A of its manual). */
export const uniqueViolation = "23505";
