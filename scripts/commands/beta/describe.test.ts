import { expect, it } from "vitest";
import { describeApplication } from "./describe.ts";

const application = {
  id: "11111111-1111-4111-8111-111111111111",
  name: "Ada  Lovelace",
  email: "ada@example.com",
  company: null,
  role: "other",
  status: "accepted",
  reason: "I need:\n  - invoices that   line up, in three currencies\n\n\t- and\u001B[31m colours",
  created_at: "2026-05-04T00:00:00Z",
  reviewed_at: "2026-05-05T10:00:00Z",
} as const;

const event = {
  id: "22222222-2222-4222-8222-222222222222",
  application_id: application.id,
  created_at: application.reviewed_at,
  actor: "grace",
  from_status: "pending",
  to_status: "accepted",
  note: "Met at the fair.\nAsked twice.",
} as const;

it("shows a text and a note as they were typed, line by line, with their spaces", () => {
  const terminal = { columns: 40, unicode: true };
  const lines = describeApplication(application, [event], terminal, new Date("2026-05-06T00:00:00Z")).split("\n");
  expect(lines).toEqual([
    application.id,
    "Ada Lovelace <ada@example.com>",
    "other, applied 2026-05-04 00:00 UTC,",
    "accepted",
    "",
    "  I need:",
    "    - invoices that   line up, in three",
    "    currencies",
    "",
    "   - and\uFFFD[31m colours",
    "",
    "  2026-05-05 10:00 UTC  grace  pending →",
    "  accepted: Met at the fair.",
    "    Asked twice.",
    "",
  ]);
});
