import { writeFile } from "node:fs/promises";
import { generateMails } from "./generate.ts";

/** Renders the mails again: `npm run mails`. */
for (const [path, text] of await generateMails()) await writeFile(path, text);
