import { contact } from "../copy/contact.ts";
import type { MailLinkBody } from "../../server/contract/waitlist.ts";
import { mailLinkWords as words } from "../copy/mailLinks.ts";
import { openLinkWords } from "../copy/open.ts";
import { type Answer, postForm } from "../forms/send.ts";
import { waitInWords } from "../waitInWords.ts";
import { forgetJoin, hasJoinedHere } from "../joinedHere.ts";
import { site } from "../site.ts";
import { openLinkDialog, type View } from "./linkDialog.ts";

/**
 * Shows the purpose of a mail link, such as `#confirm=<token>`, and carries it out at the press of a button, as mail scanners follow
 * links and run scripts. In a browser in which somebody joined, confirming needs no press; nor does showing a place, which changes
 * nothing.
 */
export function followLink(hash: string): void {
  const confirms = hash.startsWith("#confirm=");
  const isPlace = hash.startsWith("#place=");
  const purpose = confirms ? "confirm" : isPlace ? "place" : "unsubscribe";
  // Anything after the token was added: by a provider that counts visits, or by a program that takes a sign of the text for the link's.
  const [, token = "", leave = ""] = /=([\w-]*)(\.[\w-]+)?/u.exec(hash) ?? [];
  const dialog = openLinkDialog();
  const { show, close, closed } = dialog;
  const { product } = site;
  const { ask, busy, done, invalid } = { ...words[purpose], ...(product ? openLinkWords[purpose] : {}) };
  const body: MailLinkBody = { token };

  const send = async () => {
    show({ ...busy, passing: true });
    const expected = confirms ? "confirmed" : isPlace ? "listed" : undefined;
    const answer = await postForm(`/${purpose}`, expected, body);
    if (answer.kind !== "accepted") return show(refusal(answer));
    if (isPlace) {
      const code = await import("../forms/place/showPlace.tsx").catch(() => undefined);
      const seen = code?.readPlace(answer.received);
      return code && seen ? code.showPlace(dialog, seen, token + leave) : show(refusal({ kind: "lost" }));
    }
    if (!confirms) {
      forgetJoin();
      return show({ ...done, ticked: true, ...(product && { href: product }) });
    }
    const more = Object.assign(document.createElement("div"), { className: "mt-6" });
    show({ ...done, ticked: true, ...wayTo("beta"), more });
    const { person } = answer;
    // The address is confirmed even if this code could not be loaded.
    const showMore = await import("./afterConfirming.tsx").catch(() => undefined);
    if (person) showMore?.showAfterConfirming(more, person, closed);
  };
  // There are no forms once the product is open.
  const wayTo = (form: "waitlist" | "beta") => (product ? { href: product } : { onAction: () => toForm(form) });
  const toForm = (form: "waitlist" | "beta") => {
    close();
    // If the form was sent on this page, its success view stands in its place and gets the focus.
    const target = document.querySelector<HTMLElement>(`#${form} input, #${form} [tabindex="-1"]`);
    target?.focus({ preventScroll: true });
    // Closing the dialog may have given the control the focus already, without bringing it into view.
    target?.scrollIntoView({ block: "center" });
  };
  const refusal = (answer: Exclude<Answer, { kind: "accepted" }>): View => {
    const again = { onAction: () => void send() };
    if (answer.kind === "lost") return { ...words.lost, ...again };
    if (answer.code === "rate_limited") return { ...words.limited(waitInWords(answer.retryAfter)), ...again };
    const unknown = answer.code === "token_spent_or_unknown" || answer.code === "invalid";
    if (!unknown) return { ...words.down, ...again };
    return { ...invalid, ...(confirms || isPlace ? wayTo("waitlist") : { href: `mailto:${contact}` }) };
  };

  if (isPlace || (confirms && hasJoinedHere())) void send();
  else show({ ...ask, onAction: () => void send() });
}
