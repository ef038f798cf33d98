// SQLSTATEs that several parts look for, by their names in appendix A of PostgreSQL's manual.

/** `deadlock_detected`: PostgreSQL rolled a transaction back to resolve a deadlock. */
export const deadlock = "40P01";

/** `insufficient_privilege`: a missing privilege, or a policy that refuses. */
export const insufficientPrivilege = "42501";

/** `disk_full`. It needs another remedy than a database that is unavailable for a while. */
export const diskFull = "53100";
