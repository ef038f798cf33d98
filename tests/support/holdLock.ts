import { acquireLock } from "../../server/embedded/lock/lock.ts";

// Holds the lock of the data folder given as argument, in its own process, for tests that kill or stop it.
const lock = await acquireLock(String(process.argv[2]));
lock.publish("http://localhost:1");
process.stdout.write("held\n");
setInterval(() => undefined, 60_000);
