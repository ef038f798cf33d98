import { readFileSync } from "node:fs";

const guide = readFileSync(new URL("../../../docs/deploy.md", import.meta.url), "utf8");

/** The chapter of docs/deploy.md that leads to a public site. */
const chapter = /^## From nothing to a public site\n(.+?)^### /msu.exec(guide)?.[1] ?? "";

const blocks = (language: string): string[] =>
  [...chapter.matchAll(new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\``, "gmsu"))].flatMap(([, block = ""]) =>
    block.split("\n").filter((line) => line !== ""),
  );

/** Its commands in order, and whether the test runs them. */
export const guideCommands = blocks("sh").map((line) => {
  const [, command = "", comment = ""] = /^(.+?)(?: {2,}# (.+))?$/u.exec(line) ?? [];
  return { command, run: !comment.startsWith("not run by the test") };
});

/** Names of the settings that it tells the operator to add to `.env`. */
export const guideSettings = blocks("dotenv").map((line) => line.slice(0, line.indexOf("=")));
