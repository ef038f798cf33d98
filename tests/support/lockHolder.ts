import { type Claim, connectToHolder } from "../../server/embedded/lock/claims.ts";

/** What the process that holds or is taking the lock of a data folder reports about itself; undefined if there is none. */
export async function lockHolder(folder: string): Promise<Claim | undefined> {
  const holder = await connectToHolder(folder);
  holder?.disconnect();
  return holder?.claim;
}
