import { killSenders } from "../../mail/support/killSenders.ts";
import { type Figure, figure } from "../support/figures.ts";
import { withDatabase } from "../support/part.ts";

const mails = 1000;
const kills = 20;

/** Longest time that it may take, in ms. */
const longest = 15 * 60_000;

/** SIGKILL of the sender while 1,000 mails go out over a real SMTP server. */
export const mail = (): Promise<Figure[]> =>
  withDatabase(async ({ databaseUrl }) => {
    const came = await killSenders({ databaseUrl, mails, kills, longest });
    const { kills: killed, missed, doubles, strangers, unsent } = came;
    return [
      figure("kills of the sender", killed, killed >= kills),
      figure(
        "mails of which nobody got one, or that are not marked as sent",
        `${missed}, ${unsent}`,
        missed + unsent === 0,
      ),
      figure(
        "mails that came again, of these under another Message-ID",
        `${doubles}, ${strangers}`,
        doubles <= killed && strangers === 0,
      ),
    ];
  });
