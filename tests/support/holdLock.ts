import { acquireLock } from "../../server/embedded/lock/lock.ts";

// The lock of the data folder that is the argument, held by a process of its own, for tests that kill or stop it.
const lock = await acquireLock(String(process.argv[2]));
lock.publish("http://localhost:1");
process.stdout.write("held\n");
setInterval(() => undefined, 60_000);
