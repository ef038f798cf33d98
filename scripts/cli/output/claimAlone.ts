import { CliError } from "../errors.ts";
import { type Claim, claim, ClaimedError } from "./claim.ts";

/** What is told of a file that another command is writing: `Another export is writing …`, and what else to do. */
export interface ClaimWords {
  underWay: string;
  instead: string;
}

/**
 * Claims what the file `lock` stands for, in words of the command that writes it.
 * @throws CliError `failed` when a living process holds it, and what the operating system says.
 */
export async function claimAlone(lock: string, now: Date, { underWay, instead }: ClaimWords): Promise<Claim> {
  return claim(lock, now).catch((cause: unknown) => {
    if (!(cause instanceof ClaimedError)) throw cause;
    const { pid, since, host } = cause.claimant ?? {};
    const who = pid === undefined ? "" : ` (process ${pid} on ${host}, since ${since})`;
    throw new CliError("failed", `${underWay}${who}.`, {
      hint: `Wait for it, or ${instead}. If that process is gone for good: rm '${lock}'`,
      cause,
    });
  });
}
