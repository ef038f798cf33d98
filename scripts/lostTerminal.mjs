// A terminal that is closed while a program runs, as by a broken connection, cannot be given its settings back. Node before 22.16 tries to
// at its end, and aborts, with another exit code and perhaps with a core dump that has keys and addresses in it. It leaves alone what
// the program has closed.
import { closeSync } from "node:fs";
import { isatty } from "node:tty";

const terminals = [0, 1, 2].filter((descriptor) => isatty(descriptor));
process.on("exit", () => {
  for (const descriptor of terminals) if (!isatty(descriptor)) closeSync(descriptor);
});
