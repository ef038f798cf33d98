import { startStack } from "../../../server/embedded/stack/stack.ts";

// A stack in a process of its own, as `npm start` runs it, behind one proxy: visitors have an address each.
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
