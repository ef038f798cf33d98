import { formsBasePath } from "../../contract/outcomes.ts";
import { createPostgresOutbox } from "../../mail/outbox/postgres.ts";
import { forApplicants } from "../../mail/outbox/signInTokens.ts";
import { startSender } from "../../mail/outbox/sender.ts";
import type { SignInToken } from "../../mail/outbox/prepare.ts";
import type { SignInMailer } from "../../mail/signIn/signInMailer.ts";
import { DeliveryError, type Transport } from "../../mail/transports/transport.ts";
import { withoutErased } from "../../mail/transports/withoutErased.ts";
import type { MailSettings } from "../../settings/hosts.ts";
import type { Store } from "../../store/store.ts";
import type { EmbeddedKeys } from "../folder/keys.ts";
import type { Lite } from "../lite/lite.ts";
import { startDailyCleanUp } from "./dailyCleanUp.ts";

/** Dependencies of sending mails. */
export interface StackMailOptions {
  settings: MailSettings;
  transport: Transport;
  signInMailer: SignInMailer;
  databaseUrl: string;
  siteUrl: string;
  keys: EmbeddedKeys;
  lite: Lite;
  store: Pick<Store, "hasApplied">;
  log?: ((line: string) => void) | undefined;
}

/** The mail jobs of an embedded stack. */
export interface StackMail {
  /** Call it after adding a mail, which is then sent at once. */
  wake(): void;
  stop(): Promise<void>;
}

/** Sends an embedded stack's outbox while it runs, and erases expired records once a day. */
export function startStackMail(options: StackMailOptions): StackMail {
  const { settings, transport, signInMailer, databaseUrl, siteUrl, keys, lite, store, log } = options;
  const { has, close, prune, ...outbox } = createPostgresOutbox(databaseUrl);
  const signInToken = (email: string): Promise<SignInToken> =>
    signInMailer.tokenFor(email, async () => {
      const request = new Request(`${new URL(siteUrl).origin}/auth/v1/otp`, {
        method: "POST",
        headers: { "content-type": "application/json", apikey: keys.secretKey },
        body: JSON.stringify({ email, create_user: true }),
      });
      const { ok, status } = await lite.fetch(request);
      if (!ok) throw new DeliveryError("temporary", `sign_in_link_${status}`);
    });
  const sender = startSender({
    outbox,
    transport: withoutErased(transport, has),
    site: {
      from: settings.from,
      imprint: settings.imprint,
      siteUrl,
      formsUrl: `${new URL(siteUrl).origin}${formsBasePath}`,
      unconfirmedDays: settings.unconfirmedDays,
      signInToken: forApplicants(store, signInToken),
    },
    secret: keys.secretKey,
    perSecond: settings.perSecond,
    log,
  });
  const stopCleaningUp = startDailyCleanUp(() => prune({ unconfirmed: settings.unconfirmedDays }), log);
  return {
    wake: sender.wake,
    stop: async () => {
      stopCleaningUp();
      await sender.stop();
      await close();
    },
  };
}
