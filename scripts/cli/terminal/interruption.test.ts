import { spawn } from "node:child_process";
import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, it } from "vitest";
import { eventually } from "../../../tests/support/eventually.ts";

it.skipIf(process.platform === "win32")("ends the process at a second Ctrl-C, unless both are one", async () => {
  const program = `import { onInterruption } from "./scripts/cli/terminal/interruption.ts";
    setInterval(() => undefined, 1000);
    onInterruption(() => process.stdout.write("interrupted\\n"));
    process.stdout.write("ready\\n");`;
  const child = spawn(process.execPath, ["--import", "tsx", "--input-type=module", "--eval", program], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  let said = "";
  child.stdout.on("data", (chunk: Buffer) => (said += chunk.toString()));
  const interrupt = async (then: string) => {
    child.kill("SIGINT");
    await eventually(then.trim(), async () => said === then);
  };
  await eventually("it is ready", async () => said === "ready\n");
  // The terminal sends the signal, and npm passes it on.
  await interrupt("ready\ninterrupted\n");
  await interrupt("ready\ninterrupted\ninterrupted\n");
  await sleep(1100);
  const ended = once(child, "exit");
  child.kill("SIGINT");
  expect(await ended).toEqual([130, null]);
});
