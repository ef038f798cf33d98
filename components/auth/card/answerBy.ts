import { replyWithin } from "../../../server/contract/limits.ts";
import type { Standing } from "../betaAccess.ts";

/** The time by which an application is answered. */
export const answerBy = ({ appliedAt }: Pick<Standing, "appliedAt">): Date =>
  new Date(appliedAt.getTime() + replyWithin);
