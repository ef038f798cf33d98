import type { Mail } from "../mail.ts";
import { DeliveryError, type Failure, type Transport } from "../transports/transport.ts";
import type { Settlement } from "./outbox.ts";
import type { Turn } from "./turns.ts";

/** What became of a mail. */
export type Outcome = Omit<Settlement, "id" | "attempt" | "doubtful">;

/** Failures that may concern every mail: so many in a row, per concurrent send, and the transport counts as down. */
const general: ReadonlySet<Failure> = new Set(["doubtful", "closing", "policy", "throttled"]);
const generalRounds = 2;

/** Prepares and sends mails, and judges by their failures whether the transport is down. */
export function createAttempts(transport: Transport) {
  let inRow = 0;
  let underWay = 0;
  let refusals = 0;
  let accepted = false;
  let down: DeliveryError | undefined;

  /** A server may allow fewer connections than we open, and accept mails over those: it is down if it accepts none. */
  const isDown = ({ failure, retryAfter }: DeliveryError): boolean =>
    failure === "unavailable"
      ? retryAfter !== undefined || ++refusals === transport.concurrency || (!accepted && underWay === 0)
      : inRow > generalRounds * transport.concurrency;

  const send = async (mail: Mail, turn: Turn): Promise<Outcome> => {
    underWay++;
    try {
      const { providerId } = await transport.send(mail, turn.begin).finally(() => underWay--);
      inRow = 0;
      accepted = true;
      return { outcome: "sent", ...(providerId === undefined ? {} : { provider_id: providerId }) };
    } catch (cause) {
      const error = cause instanceof DeliveryError ? cause : new DeliveryError("temporary", "unexpected", { cause });
      if (general.has(error.failure)) inRow++;
      else if (error.failure !== "unavailable") inRow = 0;
      if (isDown(error)) down ??= error;
      return outcomeOf(error);
    }
  };

  return {
    /** Why the transport accepts no mail at the moment, if it does not. */
    down: () => down,
    /** Sends a mail. If it cannot be rendered it fails for good as `not_rendered`, unless the auth service is only unavailable. */
    async attempt(prepare: () => Promise<Mail>, turn: Turn): Promise<Outcome> {
      let mail: Mail;
      try {
        mail = await prepare();
      } catch (error) {
        // The auth service, which makes sign-in links, may be unavailable for a moment; a faulty template stays faulty.
        return error instanceof DeliveryError
          ? { outcome: "temporary", code: error.code }
          : { outcome: "permanent", code: "not_rendered" };
      }
      return send(mail, turn);
    },
  };
}

function outcomeOf({ failure, code, retryAfter }: DeliveryError): Outcome {
  if (failure === "unavailable") return { outcome: "released", code };
  return {
    outcome: failure === "permanent" || failure === "doubtful" ? failure : "temporary",
    code,
    ...(retryAfter === undefined ? {} : { wait: retryAfter }),
  };
}
