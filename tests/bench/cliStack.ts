import { startStack } from "../../server/embedded/stack/stack.ts";
import { startGenuineRest } from "./support/genuineRest.ts";

/** A stack in a process of its own, so that its memory and its event loop are not those of what is measured. */
const stack = await startStack({ dataFolder: process.argv[2] ?? "", port: 0 });
const rest = await startGenuineRest(stack.databaseUrl);
process.send?.({
  url: stack.url,
  restUrl: rest?.url ?? stack.url,
  databaseUrl: stack.databaseUrl,
  secretKey: stack.keys.secretKey,
});
process.once("message", () => void stop().then(() => process.disconnect()));

async function stop(): Promise<void> {
  await rest?.stop();
  await stack.stop();
}
