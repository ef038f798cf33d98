import { expect, it } from "vitest";
import { kindOf } from "./bounces.ts";

// Only 5.1.x and 5.2.1 (RFC 3463) say that an address is at fault.
it.each([
  ["permanent", ["Permanent", "HardBounce", "hard", "5.1.1", "550 5.1.1 unknown user", "5.2.1"]],
  ["temporary", ["Transient", "SoftBounce", "4.2.2", "421", "451 4.3.0 later", "Deferred"]],
  [undefined, ["Undetermined", "550", "5.7.1", "5.2.2", "dauerhaft", "", "15.1.10"]],
])("a bounce is %s by its word or status code", (kind, texts) => {
  for (const text of texts) expect([text, kindOf(text, new Map())]).toEqual([text, kind]);
});
