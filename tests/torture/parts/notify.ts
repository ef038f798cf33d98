import { dirname } from "node:path";
import { killNotify } from "../../mail/support/killNotify.ts";
import { type Figure, figure } from "../support/figures.ts";
import { withDatabase } from "../support/part.ts";

const people = 300_000;
const kills = 100;

/** Longest time that it may take, in ms. */
const longest = 15 * 60_000;

/** SIGKILL of `notify`; two of them at a time announce the launch to 300,000 people. */
export const notify = (): Promise<Figure[]> =>
  withDatabase(async ({ databaseUrl, dataFolder }) => {
    const options = { env: { DATA_FOLDER: dataFolder }, folder: dirname(dataFolder), people, kills, longest };
    const { kills: killed, missed, doubles, halves } = await killNotify({ ...options, databaseUrl });
    return [
      figure("kills of the command", killed, killed >= kills),
      figure("people who were missed, or told twice", `${missed}, ${doubles}`, missed + doubles === 0),
      figure("people noted as told without a mail, or mailed without a note", halves, halves === 0),
    ];
  });
