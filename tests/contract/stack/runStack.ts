import { startStack } from "../../../server/embedded/stack/stack.ts";

// Runs a stack in its own process, for tests that kill it; the argument is the data folder.
const { url } = await startStack({ dataFolder: String(process.argv[2]), port: 0 });
process.stdout.write(`${url}\n`);
