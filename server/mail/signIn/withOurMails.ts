import type { EmailDriver } from "@supabase/lite";
import { signInMailKinds } from "../messages/parameters.ts";
import { renderMessage } from "../messages/render.ts";

/**
 * A driver for @supabase/lite that passes our mails on to `driver`, in place of lite's. Lite's own contain a code and a link that is
 * spent by GET, and it has templates for the HTML part only; so the token is read from its link. Ours opens the page, which spends the
 * token by POST, so that mail scanners, which follow links by GET, spend nothing.
 * @throws Error for a mail of another kind, which the guard lets nobody request.
 */
export function withOurMails(driver: EmailDriver, site: string, imprint = ""): EmailDriver {
  return {
    async send({ to, text }) {
      const link = new URL(/https?:\S+\/auth\/v1\/verify\?\S+/u.exec(text ?? "")?.[0] ?? "about:blank");
      const kind = signInMailKinds.find((candidate) => candidate === link.searchParams.get("type"));
      const token = link.searchParams.get("token");
      if (!kind || !token) throw new Error("The auth service sends a mail that the product has no text for.");
      await driver.send({ to, ...renderMessage(kind, { site, token, imprint }) });
    },
  };
}
