import { routeSettings } from "../../../server/settings/hosts.ts";
import { type BackendContext, mailFacts, siteIsHere } from "../../cli/context.ts";
import { CliError } from "../../cli/errors.ts";
import { type Finding, ok, unknown, warning, wrong } from "../finding.ts";
import { checkMailDomain, type TxtResolver } from "./mailDomain.ts";

const deadLinks = wrong(
  "sender",
  "Mails leave this machine, but their links lead to it: nobody else can follow them.",
  "Set SITE_URL to the public address of the site (docs/self-hosting.md).",
);

/** Resend accepts every mail at first, and tells only its webhook what becomes of it. */
const unheard = warning(
  "sender",
  "MAIL_WEBHOOK_SECRET is not set here: mails that bounce, fail or are reported as spam count as sent.",
  "Create a webhook at Resend, and set its signing secret (docs/mail.md).",
);

/** Is there a sender, and can its domain send? A running stack is judged by what it runs with. */
export async function checkSender(
  context: Pick<BackendContext, "settings" | "embedded" | "runs">,
  resolver?: TxtResolver,
): Promise<Finding[]> {
  const set = `Set ${routeSettings.join(" or ")}, and MAIL_FROM (docs/mail.md).`;
  try {
    const facts = mailFacts(context);
    const { route, from, staysHere, hearsReports } = facts;
    if (route !== "none")
      return [
        ...(context.embedded && siteIsHere(facts) && !staysHere ? [deadLinks] : []),
        ...(route === "resend" && !hearsReports ? [unheard] : []),
        ...(await checkMailDomain(from, route, resolver)),
      ];
    if (!context.embedded)
      return [unknown("sender", "No way to send mails is set here, so the sender's domain was not checked.", set)];
    if (!siteIsHere(facts))
      return [wrong("sender", "The site is public, and its mails go to files in the inbox: nobody gets them.", set)];
    return [ok("sender", "Mails go to files in the inbox.")];
  } catch (error) {
    if (!(error instanceof CliError) || error.code !== "configuration") throw error;
    return error.message
      .split("\n")
      .map((problem) => wrong("sender", problem, "npx prelaunch config shows what is set (docs/mail.md)."));
  }
}
