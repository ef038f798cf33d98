import * as fc from "fast-check";
import { expect, it } from "vitest";
import { Gathering } from "./send.ts";
import { type Standing, standings, stronger } from "../../files/standings.ts";

const line = fc.record({
  key: fc.constantFrom("a@x.org", "b@x.org"),
  standing: fc.constantFrom<Standing>(...standings),
  left: fc.boolean(),
  sendsAfter: fc.boolean(),
});

it("what a file says against a person wins over every other line, in any order and across batches", () => {
  fc.assert(
    fc.property(fc.array(line, { maxLength: 12 }), (lines) => {
      const gathering = new Gathering();
      const sent = new Map<string, { unsubscribed: boolean; suppressed: Standing }>();
      const send = () => {
        const batch = gathering.take();
        expect(new Set(batch.map(({ key }) => key)).size).toBe(batch.length);
        for (const { key, row } of batch) {
          const before = sent.get(key);
          expect(row.again ?? false).toBe(before !== undefined);
          const said = standings.find((one) => one === row.suppress) ?? "listed";
          sent.set(key, {
            unsubscribed: row.unsubscribed_at !== undefined || before?.unsubscribed === true,
            suppressed: stronger(said, before?.suppressed ?? "listed"),
          });
        }
      };
      const expected = new Map<string, { unsubscribed: boolean; suppressed: Standing }>();
      for (const [n, { key, standing, left, sendsAfter }] of lines.entries()) {
        const withdrawn = left || standing === "unsubscribed" || standing === "complained";
        const suppress = standing === "bounced" || standing === "complained" ? standing : undefined;
        const row = { ...(withdrawn ? { unsubscribed_at: "2026-05-04" } : {}), ...(suppress ? { suppress } : {}) };
        gathering.add({ key, standing, withdrawn, row, line: n, cells: [] });
        const before = expected.get(key);
        expected.set(key, {
          unsubscribed: withdrawn || before?.unsubscribed === true,
          suppressed: stronger(suppress ?? "listed", before?.suppressed ?? "listed"),
        });
        if (sendsAfter) send();
      }
      send();
      expect(sent).toEqual(expected);
    }),
  );
});
