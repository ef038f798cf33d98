import { expect, it } from "vitest";
import { startBackend } from "../support/backend.ts";
import { killSenders } from "./support/killSenders.ts";

// The long version is `npm run torture -- mail`.
it("everybody is mailed even if senders are killed while mails go out", { timeout: 120_000 }, async () => {
  const { databaseUrl, stop } = await startBackend();
  try {
    const { doubles, ...rest } = await killSenders({ databaseUrl, mails: 200, kills: 3, longest: 100_000 });
    expect(rest).toEqual({ kills: 3, missed: 0, strangers: 0, unsent: 0 });
    // One a kill, unless the machine is so busy that turns end early: then one for each of five connections.
    expect(doubles).toBeLessThanOrEqual(3 * 5);
  } finally {
    await stop();
  }
});
