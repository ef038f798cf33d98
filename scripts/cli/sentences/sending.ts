import { count, span } from "../../../server/lib/amounts.ts";
import { type MailReport, scheduledMails } from "../../../server/launch/mailReport.ts";
import { routeSettings } from "../../../server/settings/hosts.ts";
import type { BackendContext } from "../session/context.ts";
import { mailFacts, siteIsHere } from "../session/settings.ts";

/** Says who sends the mails that a command has put into the outbox; the command itself never does. */
export const senderText = ({ embedded, stackSends }: Pick<BackendContext, "embedded" | "stackSends">): string => {
  if (stackSends) return "The running stack (npm start) sends them.";
  return embedded
    ? "The next npm start sends them. Without it: npx prelaunch mail send"
    : `The deployed function sends them, if Resend is set up. If not, or to send them sooner: npx prelaunch mail send`;
};

/**
 * Says how long the queued mails to the list, and `more` of them, take to be sent. It reckons with the pace of
 * the last minute, else with the most that a sender may send, which the server may be too slow for. Undefined
 * if the deployed function sends the mails, because its settings are unknown here.
 */
export function sendingTime(context: BackendContext, report: MailReport, more = 0): string | undefined {
  const { perSecond, route } = mailFacts(context);
  const mails = report.queued_to_list - scheduledMails(report) + more;
  const time = (pace: number) => span(Math.ceil(mails / pace) * 1000);
  const which = more > 0 && mails > more ? `the ${count(mails)} mails, with those queued before,` : "the mails";
  if (report.pace !== null) {
    const pace = report.pace.toFixed(report.pace < 10 ? 1 : 0);
    return `At ${pace} a second, as in the last minute, ${which} take about ${time(report.pace)}.`;
  }
  if (!context.embedded && route === "none") return undefined;
  return `At ${perSecond} a second at the most, ${which} take at least ${time(perSecond)}.`;
}

/** A warning if mails to the list name no postal address; undefined if they name one. */
export function imprintWarning(context: BackendContext): string | undefined {
  if (mailFacts(context).imprint !== "") return undefined;
  return "These mails name no postal address, which commercial mail needs in most countries. Set MAIL_IMPRINT (and PUBLIC_IMPRINT for the page).";
}

/**
 * Warns if the mails of a public site would go to the inbox folder because nothing else is set: each person is
 * notified once, and nobody repeats what only a file says.
 * @throws CliError `configuration`.
 */
export function filesWarning(context: BackendContext): string | undefined {
  const facts = mailFacts(context);
  if (!context.embedded || facts.route !== "none" || siteIsHere(facts)) return undefined;
  return `The site is public, but ${routeSettings.join(" and ")} are not set: these mails become files in the inbox, which nobody gets, and the people count as notified (docs/mail.md).`;
}
