import { expect, it } from "vitest";
import { readBounce } from "./bounces.ts";

// Only the codes of the table in classify.ts are about a mailbox; the class alone says nothing.
it.each([
  [
    true,
    ["Permanent", "HardBounce", "hard", "5.1.1", "550 5.1.1 unknown user", "smtp;550-5.1.1 x", "5.2.1", "noEmail"],
  ],
  [
    false,
    ["Transient", "SoftBounce", "4.2.2", "421", "451 4.3.0 later", "4.0.0", "Deferred", "Undetermined", "delivered"],
  ],
  [false, ["550 5.1.90", "5.7.1", "554 5.7.1 listed", "5.2.2", "5.1.0", "5.1.91"]],
  [undefined, ["550", "550 5.0.0", "5.0.0", "dauerhaft", "15.1.10", "5.1.1.7", "412-555-0199", "Bounce"]],
])("that a bounce is permanent is %s by its word or status code: %j", (verdict, texts) => {
  for (const text of texts) expect([text, readBounce(text)]).toEqual([text, verdict]);
});
