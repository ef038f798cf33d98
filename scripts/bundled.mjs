import { accessSync, closeSync, constants } from "node:fs";
import { isatty } from "node:tty";
import { fileURLToPath } from "node:url";

// If the terminal is closed while a program runs, as by a broken connection, its settings cannot be restored. Node
// before 22.16 tries to at its end and aborts, with another exit code and perhaps with a core dump that has keys
// and addresses in it. It does not try for streams that the program has closed.
const terminals = [0, 1, 2].filter((descriptor) => isatty(descriptor));
process.on("exit", () => {
  for (const descriptor of terminals) if (!isatty(descriptor)) closeSync(descriptor);
});

/**
 * Whether this user may not read a program or the packages, as in an installation under umask 077, which Node calls
 * missing, or throws.
 */
function isUnreadable(program) {
  try {
    accessSync(program, constants.R_OK);
    return false;
  } catch (error) {
    return error.code === "EACCES";
  }
}

/**
 * Imports a program that scripts/bundle.mjs has bundled. Where it, or a package that it needs, is missing or may
 * not be read, says so in one line, sets exit code 1 and returns undefined.
 */
export async function importBundled(name) {
  const program = new URL(`../dist/scripts/${name}.js`, import.meta.url);
  let unreadable = [program, new URL("../node_modules", import.meta.url)].some(isUnreadable);
  try {
    if (!unreadable) return await import(program.href);
  } catch (error) {
    if (!["ERR_MODULE_NOT_FOUND", "EACCES"].includes(error?.code)) throw error;
    unreadable = error.code === "EACCES";
  }
  const root = fileURLToPath(new URL("..", import.meta.url));
  // The permission covers single folders only, because data and settings may be in the checkout.
  const allow = `cd ${root} && chmod -R go+rX dist node_modules package.json scripts server supabase`;
  process.stderr.write(
    unreadable
      ? `This user may not read the checkout, as after an installation under umask 077. As its owner: ${allow}\n`
      : "This checkout is not installed, or only in part. Install it: npm ci\n",
  );
  process.exitCode = 1;
  return undefined;
}

/**
 * Runs a bundled program with this process's arguments, and ends the process once its output has been taken.
 * Otherwise work that nobody waits for any more, such as an unanswered connection, would keep it until its timeout.
 */
export async function runBundled(name) {
  const program = await importBundled(name);
  await program?.main(process.argv.slice(2));
  for (const stream of [process.stdout, process.stderr]) await new Promise((taken) => stream.write("", taken));
  // oxlint-disable-next-line unicorn/no-process-exit -- all is done
  process.exit();
}
