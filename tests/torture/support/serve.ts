import { startStack } from "../../../server/embedded/stack/stack.ts";

// This runs a stack in a separate process, like `npm start`, behind one proxy, so that each visitor has an
// address.
const stack = await startStack({
  dataFolder: String(process.argv[2]),
  port: 0,
  proxies: 1,
  log: (line) => process.stderr.write(`${line}\n`),
});
process.stdout.write(`${stack.url}\n`);
process.once("SIGTERM", () => void stack.stop());
await stack.died.then((line) => {
  process.stderr.write(`${line}\n`);
  return stack.stop();
});
