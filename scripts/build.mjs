// The build of the site: `npm run build`.
import { fileURLToPath } from "node:url";
import { importBundled } from "./bundled.mjs";
import { folderProblem } from "./projectFolder.mjs";

const problem = folderProblem(fileURLToPath(new URL("..", import.meta.url)));
if (problem === undefined) await importBundled("build");
else {
  process.stderr.write(`${problem}\n`);
  process.exitCode = 1;
}
