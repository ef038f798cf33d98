import { startStack } from "../../server/embedded/stack/stack.ts";

/** A stack in a process of its own, so that its memory and its event loop are not those of what is measured. */
const stack = await startStack({ dataFolder: process.argv[2] ?? "", port: 0 });
process.send?.({ url: stack.url, databaseUrl: stack.databaseUrl, secretKey: stack.keys.secretKey });
process.once("message", () => void stack.stop().then(() => process.disconnect()));
