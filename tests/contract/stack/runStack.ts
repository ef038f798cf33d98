import { startStack } from "../../../server/embedded/stack/stack.ts";

// This runs a stack in a separate process, for tests that kill it. The argument is the data folder.
const { url } = await startStack({ dataFolder: String(process.argv[2]), port: 0 });
process.stdout.write(`${url}\n`);
