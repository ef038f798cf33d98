import { CliError } from "../errors.ts";
import { type Claim, claim, ClaimedError } from "./claim.ts";

/** Message about a file that another command is writing (`Another export is writing …`), and what to do instead. */
export interface ClaimWords {
  underWay: string;
  instead: string;
}

/**
 * Claims what the file `lock` stands for; the messages are those of the command that writes it.
 * @throws CliError `failed` when a living process holds it, else the operating system's error.
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
