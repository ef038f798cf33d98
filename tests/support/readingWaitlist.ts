import { Readable } from "node:stream";
import type { Prompts } from "../../scripts/cli/terminal/io.ts";
import type { PlanOptions } from "../../scripts/commands/import/rows.ts";
import { planWaitlist } from "../../scripts/commands/import/waitlist.ts";
import { surveyFile } from "../../scripts/files/columns.ts";
import { Refused } from "../../scripts/files/dates.ts";
import { openFile } from "../../scripts/files/file.ts";

/** The time at which the file is read. */
export const now = new Date("2026-05-04T12:00:00Z");

/** Reads a file for an operator who gives this answer to every question, or cannot be asked. */
export async function reading(text: string, options: PlanOptions = {}, answer?: string, ...proofs: string[]) {
  const choose: Prompts["choose"] = async (_question, choices) => choices.find(({ value }) => value === answer)?.value;
  const prompts = answer === undefined ? undefined : { choose, text: async () => proofs.shift() ?? "" };
  const opening = {
    folder: ".",
    signal: new AbortController().signal,
    in: Readable.from([Buffer.from(text)]),
    prompts,
  };
  const file = await openFile(opening, "-");
  const survey = await surveyFile(file, () => undefined);
  const plan = await planWaitlist({ prompts, clock: () => now }, survey, options);
  const rows: Record<string, unknown>[] = [];
  const refused: string[] = [];
  let said = "";
  for await (const { cells } of file.records())
    try {
      const entry = plan.read(cells);
      if (entry) rows.push(entry.row);
      said += entry?.status[0] ?? "-";
    } catch (error) {
      // The header holds no address.
      if (error instanceof Refused) refused.push(error.message);
      else throw error;
    }
  return {
    rows,
    confirmedBy: plan.confirmedBy,
    leftOutTags: plan.leftOutTags ?? new Map<string, number>(),
    described: plan.described.join("\n"),
    said,
    refused: survey.headless ? refused : refused.slice(1),
  };
}

/** Writes a file of these people with one more column. */
export const people = (column: string, ...values: string[]) =>
  `email,${column}\n${values.map((value, n) => `p${n}@x.org,${value}\n`).join("")}`;
