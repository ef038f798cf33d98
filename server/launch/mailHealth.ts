import * as v from "valibot";
import type { CallFunction } from "../store/store.ts";
import { senderReport } from "./launchReport.ts";
import { senderFindings } from "./mailFindings.ts";

/** How long an answer is good for, in ms, as anyone may ask. */
const goodFor = 10_000;

/** Whether mails do not leave, or the database cannot say so, for `GET /health?mail`. It never rejects. */
export function createMailHealth(call: CallFunction): () => Promise<boolean> {
  let asked = -Infinity;
  let stands = Promise.resolve(false);
  const ask = async () => senderFindings(v.parse(senderReport, await call("sender_report", {})), new Date()).length > 0;
  return () => {
    const now = performance.now();
    if (now - asked >= goodFor) [asked, stands] = [now, ask().catch(() => true)];
    return stands;
  };
}
