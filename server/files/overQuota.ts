import { constants } from "node:os";

/** Whether a user's share of a disk is used up (EDQUOT), which Node has no code for: it says `Unknown system error -122`, on Linux. */
export const isOverQuota = (error: unknown): boolean =>
  error instanceof Error && "errno" in error && error.errno === -constants.errno.EDQUOT;
