import * as fc from "fast-check";
import { expect, it } from "vitest";
import { Gathering } from "./send.ts";
import { type Status, statuses, stronger } from "../../files/statuses.ts";

const line = fc.record({
  key: fc.constantFrom("a@x.org", "b@x.org"),
  status: fc.constantFrom<Status>(...statuses),
  withdrew: fc.boolean(),
  sendsAfter: fc.boolean(),
});

it("what a file says against a person wins over every other line, in any order and across batches", () => {
  fc.assert(
    fc.property(fc.array(line, { maxLength: 12 }), (lines) => {
      const gathering = new Gathering();
      const sent = new Map<string, { unsubscribed: boolean; suppressed: Status }>();
      const send = () => {
        const batch = gathering.take();
        expect(new Set(batch.map(({ key }) => key)).size).toBe(batch.length);
        for (const { key, row } of batch) {
          const before = sent.get(key);
          expect(row.again ?? false).toBe(before !== undefined);
          const said = statuses.find((one) => one === row.suppress) ?? "subscribed";
          sent.set(key, {
            unsubscribed: row.unsubscribed_at !== undefined || before?.unsubscribed === true,
            suppressed: stronger(said, before?.suppressed ?? "subscribed"),
          });
        }
      };
      const expected = new Map<string, { unsubscribed: boolean; suppressed: Status }>();
      for (const [n, { key, status, withdrew, sendsAfter }] of lines.entries()) {
        const withdrawn = withdrew || status === "unsubscribed" || status === "complained";
        const suppress = status === "bounced" || status === "complained" ? status : undefined;
        const row = { ...(withdrawn ? { unsubscribed_at: "2026-05-04" } : {}), ...(suppress ? { suppress } : {}) };
        gathering.add({ key, status, withdrawn, row, line: n, cells: [] });
        const before = expected.get(key);
        expected.set(key, {
          unsubscribed: withdrawn || before?.unsubscribed === true,
          suppressed: stronger(suppress ?? "subscribed", before?.suppressed ?? "subscribed"),
        });
        if (sendsAfter) send();
      }
      send();
      expect(sent).toEqual(expected);
    }),
  );
});
