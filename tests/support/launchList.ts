import { readFileSync } from "node:fs";

/** One action: commands, lines of a file, or SQL. */
interface Step {
  language: "sh" | "dotenv" | "sql";
  text: string;
}

/** A list of docs/launch.md: the title of each numbered step, and the actions of each. */
export interface LaunchList {
  titles: string[];
  steps: Step[];
}

const languages = ["sh", "dotenv", "sql"] as const;

/** Reads the list below a heading of docs/launch.md. */
export function launchList(heading: string): LaunchList {
  const guide = readFileSync(new URL("../../docs/launch.md", import.meta.url), "utf8");
  const [, after = ""] = guide.split(`\n## ${heading}\n`);
  const [list = ""] = after.split("\n## ");
  return {
    titles: Array.from(list.matchAll(/^\*\*(\d+)\. (.+?)\*\*/gmu), ([, , title = ""]) => title),
    steps: Array.from(list.matchAll(/^```(\w+)\n(.*?)\n```$/gmsu), ([, named, text = ""]) => {
      const language = languages.find((known) => known === named);
      if (language === undefined) throw new Error(`docs/launch.md has a block in ${named}, which no test can run.`);
      return { language, text };
    }),
  };
}

/** A line's command, and whether the test runs it. */
export function commandOf(line: string): { command: string; run: boolean } {
  const [, command = "", comment = ""] = /^(.+?)(?: {2,}# (.+))?$/u.exec(line) ?? [];
  return { command, run: !comment.startsWith("not run by the test") };
}
