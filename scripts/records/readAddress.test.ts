import * as fc from "fast-check";
import * as v from "valibot";
import { expect, it } from "vitest";
import { limits } from "../../server/contract/limits.ts";
import { emailField } from "../../server/contract/text.ts";
import { readAddress } from "./readAddress.ts";

it("reads a bare address as the forms do", () => {
  const part = fc.array(
    fc.constantFrom("a", "Z", "9", ".", "-", "+", " ", "ä", "\u200b", "@", "\u212a", "x".repeat(60)),
    {
      minLength: 1,
      maxLength: 6,
    },
  );
  const field = emailField(limits.email);
  fc.assert(
    fc.property(part, part, (local, domain) => {
      const text = `${local.join("")}@${domain.join("")}`;
      const read = v.safeParse(field, text);
      expect(readAddress(text)).toEqual(read.success ? { email: read.output } : { problem: read.issues[0].message });
    }),
    { numRuns: 2000 },
  );
});
