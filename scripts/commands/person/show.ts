import type { BackendContext } from "../../cli/context.ts";
import { say, write } from "../../cli/io.ts";
import { parseEmail, readHeld, rowsHeld } from "./held.ts";

/** Writes all that is held about a person to stdout, as JSON. */
export async function showPerson(context: BackendContext, address: string): Promise<void> {
  const email = parseEmail(address);
  const data = await readHeld(context, email);
  await write(context.out, `${JSON.stringify({ email, at: context.clock().toISOString(), held: data }, null, 2)}\n`);
  if (rowsHeld(data) === 0) say(context, "Nothing is held about this person.");
}
