import { expect, it } from "vitest";
import { hosted, scratchFolder } from "../cli/terminal.ts";
import { startBackend } from "../support/backend.ts";
import { killNotify } from "./support/killNotify.ts";

// The long version is `npm run torture -- notify`.
it("everybody is told once even if commands are killed meanwhile", async () => {
  const backend = await startBackend();
  const { folder, remove } = await scratchFolder();
  try {
    const options = { env: hosted(backend), folder, people: 16_000, kills: 6, longest: 80_000 };
    expect(await killNotify({ ...options, databaseUrl: backend.databaseUrl })).toEqual({
      kills: expect.toSatisfy((kills: number) => kills > 1),
      missed: 0,
      doubles: 0,
      halves: 0,
    });
  } finally {
    await backend.stop();
    await remove();
  }
});
