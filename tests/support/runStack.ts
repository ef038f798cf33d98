import { startStack } from "../../server/embedded/stack/stack.ts";

// A stack in a process of its own, for tests that kill it: the data folder is the argument.
await startStack({ dataFolder: String(process.argv[2]), port: 0 });
