import { isLoopback } from "../../../server/lib/loopback.ts";
import { routeSettings } from "../../../server/settings/hosts.ts";
import type { MailFacts } from "../../../server/settings/running.ts";
import { deadLinks, unmailed } from "../../../server/settings/rules.ts";
import type { BackendContext } from "../../cli/session/context.ts";
import { CliError } from "../../data/errors.ts";
import { type Finding, ok, unknown, warning, wrong } from "../../../server/launch/finding.ts";
import { checkMailDomain, type TxtResolver } from "./mailDomain.ts";
import { mailFacts, siteIsHere } from "../../cli/session/settings.ts";

const unfollowed = wrong("sender", deadLinks, "npx prelaunch config shows what is set (docs/self-hosting.md).");

/** Resend accepts every mail at first, and tells only its webhook what becomes of it. */
const unheard = warning(
  "sender",
  "MAIL_WEBHOOK_SECRET is not set here: mails that bounce, fail or are reported as spam count as sent.",
  "Create a webhook at Resend, and set its signing secret (docs/mail.md).",
);

/**
 * Checks that there is a sender, that its domain can send, and that the launch mail leads somewhere. A running
 * stack is judged by the settings that it runs with.
 */
export async function checkSender(
  context: Pick<BackendContext, "settings" | "embedded" | "runs">,
  resolver?: TxtResolver,
): Promise<Finding[]> {
  try {
    const facts = mailFacts(context);
    return [...(await judgeSender(facts, context.embedded, resolver)), judgeProduct(facts)];
  } catch (error) {
    if (!(error instanceof CliError) || error.code !== "configuration") throw error;
    return [
      unknown("sender", "Not checked, as its settings are wrong.", "npx prelaunch config says how (docs/mail.md)."),
    ];
  }
}

async function judgeSender(facts: MailFacts, embedded: boolean, resolver?: TxtResolver): Promise<Finding[]> {
  const { route, from, staysHere, hearsReports } = facts;
  const set = `Set ${routeSettings.join(" or ")}, and MAIL_FROM (docs/mail.md).`;
  if (route !== "none")
    return [
      ...(embedded && siteIsHere(facts) && !staysHere ? [unfollowed] : []),
      ...(route === "resend" && !hearsReports ? [unheard] : []),
      ...(await checkMailDomain(from, route, resolver)),
    ];
  if (!embedded)
    return [unknown("sender", "No way to send mails is set here, so the sender's domain was not checked.", set)];
  if (!siteIsHere(facts)) return [wrong("sender", unmailed, set)];
  return [ok("sender", "Mails go to files in the inbox.")];
}

/** Judges the product's address, which is not needed before the launch. */
function judgeProduct({ productUrl, route, staysHere }: MailFacts): Finding {
  if (productUrl === undefined)
    return warning(
      "product",
      "The launch mail leads nowhere yet: PRODUCT_URL is not set.",
      "Set it before the launch; npx prelaunch notify launch requires it (docs/mail.md).",
    );
  const { hostname, host } = new URL(productUrl);
  return route !== "none" && !staysHere && isLoopback(hostname)
    ? wrong(
        "product",
        "Mails leave this machine, but PRODUCT_URL leads to it: nobody who is invited can follow the link.",
        "Set PRODUCT_URL to the public address of the product (docs/mail.md).",
      )
    : ok("product", `The launch mail leads to ${host}, each person with an invite code.`);
}
