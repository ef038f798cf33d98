import * as v from "valibot";
import type { CallFunction } from "../store/store.ts";
import { columnWords } from "../supabase/schema.ts";

const claimedEvent = v.nullable(
  v.object({
    id: v.string(),
    type: v.picklist(columnWords.webhook_events.type),
    created_at: v.pipe(
      v.string(),
      v.transform((text) => new Date(text)),
    ),
    attempt: v.number(),
    /** The person or application in its current state. */
    data: v.record(v.string(), v.unknown()),
  }),
);

/** A claimed event, which only this backend may deliver until its lease ends. */
export type WebhookEvent = NonNullable<v.InferOutput<typeof claimedEvent>>;

/** The events of supabase/migrations. Each method rejects if the database did not carry it out. */
export interface WebhookQueue {
  /** Claims the oldest event that is due; null if none is. */
  claim(leaseSeconds: number): Promise<WebhookEvent | null>;
  /** Records that an event was delivered or, with the code of an error, that it is to be tried again. */
  settle(event: WebhookEvent, error: string | undefined): Promise<void>;
}

/** A queue made of the database's functions, however they are called. */
export const createWebhookQueue = (call: CallFunction): WebhookQueue => ({
  claim: async (lease_seconds) => v.parse(claimedEvent, await call("claim_webhook_event", { lease_seconds })),
  async settle({ id: event, attempt }, error) {
    await call("settle_webhook_event", { event, attempt, ...(error === undefined ? {} : { error }) });
  },
});
