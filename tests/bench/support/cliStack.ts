import { startStack } from "../../../server/embedded/stack/stack.ts";
import { startGenuineRest } from "./genuineRest.ts";

/** A stack in a separate process, so that its memory and event loop do not affect the measurement. */
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
