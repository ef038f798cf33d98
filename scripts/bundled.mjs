/**
 * Imports a program that scripts/bundle.mjs has bundled. Where it, or a package that it needs, is missing, says so in one line, sets exit
 * code 1 and returns undefined.
 */
export async function importBundled(name) {
  try {
    return await import(new URL(`../dist/scripts/${name}.js`, import.meta.url).href);
  } catch (error) {
    if (error?.code !== "ERR_MODULE_NOT_FOUND") throw error;
    process.stderr.write("This checkout is not installed, or only in part. Install it: npm ci\n");
    process.exitCode = 1;
    return undefined;
  }
}
