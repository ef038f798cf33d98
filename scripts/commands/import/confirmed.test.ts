import { describe, expect, it } from "vitest";
import { now, people, reading } from "../../../tests/support/readingWaitlist.ts";
import type { PlanOptions } from "./rows.ts";

describe("tags", () => {
  const tagsOf = async (...values: string[]) =>
    (await reading(people("Tags", ...values.map((value) => `"${value.replaceAll('"', '""')}"`)))).rows.map(
      ({ tags }) => tags,
    );

  it("are separated by commas or semicolons, or in quotes, and become short words", async () => {
    expect(await tagsOf("VIP, beta;Café beta", '"Early Bird","Très_bon!"', "", "-", "x".repeat(40))).toEqual([
      ["vip", "beta", "cafe-beta"],
      ["early-bird", "tres-bon"],
      undefined,
      undefined,
      ["x".repeat(32)],
    ]);
    expect(await tagsOf("vip, Early Bird", "Early Bird")).toEqual([["vip", "early-bird"], ["early-bird"]]);
  });

  it("are separated by spaces where the column has neither, and need a letter or digit", async () => {
    expect(await tagsOf("VIP beta", '"Early Bird" vip', "beta")).toEqual([
      ["vip", "beta"],
      ["early-bird", "vip"],
      ["beta"],
    ]);
    const { refused, rows, leftOutTags } = await reading(people("tag", "vip", "客户", "ada@x.org vip", "客户"));
    expect([refused, rows.map(({ tags }) => tags)]).toEqual([[], [["vip"], [], ["vip"], []]]);
    expect([...leftOutTags]).toEqual([
      ["客户", 2],
      ["ada@x.org", 1],
    ]);
  });

  it("may be an array of JSON or PostgreSQL, or have bars between them", async () => {
    const [one, two] = ["vip", "early-bird"];
    expect(
      await tagsOf(
        '["vip","early bird"]',
        '["vip", "early bird"]',
        '{vip,"early bird"}',
        "vip|early bird",
        "{vip}",
        "[]",
      ),
    ).toEqual([[one, two], [one, two], [one, two], [one, two], [one], undefined]);
  });

  it("that say who unsubscribed are asked about as before, and kept where they are mapped", async () => {
    const text = people("Tags", "vip", "unsubscribed");
    await expect(reading(text)).rejects.toMatchObject({ hint: expect.stringContaining('--map status="Tags"') });
    expect((await reading(text, { map: ["tags=Tags"] })).rows).toMatchObject([
      { tags: ["vip"] },
      { tags: ["unsubscribed"] },
    ]);
  });
});

describe("people who confirmed elsewhere", () => {
  const confirmedBy = "Kit, double opt-in";
  const confirmed = async (text: string, options: PlanOptions = { confirmedBy }) =>
    (await reading(text, options)).rows.map(({ confirmed_at: at }) => at);

  it("are those that the file calls active, since they signed up", async () => {
    expect(
      await confirmed(
        "email,status,date\na@x.org,active,2025-05-04\nb@x.org,pending,\nc@x.org,active,\nd@x.org,unsubscribed,\n",
      ),
    ).toEqual(["2025-05-04T00:00:00+00:00", undefined, now.toISOString(), undefined]);
    expect(await confirmed("email\na@x.org\n")).toEqual([now.toISOString()]);
    expect(await confirmed("email\na@x.org\n", {})).toEqual([undefined]);
  });

  it("are not those who are pending, in a tool's words or the operator's", async () => {
    const at = now.toISOString();
    const kit = people("Status", "active", "inactive", "cancelled");
    expect(await confirmed(kit)).toEqual([at, undefined, undefined]);
    const other = people("Status", "active", "inactive");
    await expect(confirmed(other)).rejects.toMatchObject({ hint: expect.stringContaining('"inactive=unsubscribed"') });
    expect(await confirmed(other, { confirmedBy, meaning: ["inactive=pending"] })).toEqual([at, undefined]);
    expect((await reading(other, {}, "pending")).said).toBe("ss");
    expect((await reading(other, { meaning: ["inactive=unsubscribed"] })).said).toBe("su");
  });

  it("are only those that a column says so of, if there is one", async () => {
    const text =
      "email,date,confirmed_at\na@x.org,2025-05-04,2025-05-05\nb@x.org,2025-05-04,yes\nc@x.org,2025-05-04,\n";
    expect(await confirmed(text)).toEqual(["2025-05-05T00:00:00+00:00", "2025-05-04T00:00:00+00:00", undefined]);
    expect(await confirmed(text, {})).toEqual([undefined, undefined, undefined]);
  });

  it.each(["CONFIRM_TIME", "confirmed_at", "Double opt-in date", "Verified"])(
    "are not told by another tool's %s alone, which is filled for single opt-in, too",
    async (header) => {
      const text = people(header, "2025-05-05", "2025-05-06");
      expect(await confirmed(text, {})).toEqual([undefined, undefined]);
      expect(await confirmed(text, { yes: true })).toEqual([undefined, undefined]);
      expect(await confirmed(text)).toEqual(["2025-05-05T00:00:00+00:00", "2025-05-06T00:00:00+00:00"]);
      expect(await confirmed(text, { map: [`confirmed_at=${header}`] })).toEqual(await confirmed(text));
    },
  );

  it("are known by our own exports, which have a share code", async () => {
    const own = "email,confirmed_at,share_code\na@x.org,2025-05-05,ABCDEFGH\nb@x.org,,ABCDEFGJ\n";
    expect(await confirmed(own, {})).toEqual(["2025-05-05T00:00:00+00:00", undefined]);
  });

  it.each(["Confirmed", "verified", "Email confirmed"])(
    "exclude those for whom a column says no: %s",
    async (header) => {
      expect(await confirmed(people(header, "yes", "No", "", "TRUE", "2025-05-05"))).toEqual([
        now.toISOString(),
        undefined,
        undefined,
        now.toISOString(),
        "2025-05-05T00:00:00+00:00",
      ]);
    },
  );

  it("may have confirmed as they signed up, by one column", async () => {
    const text = "email,OPTIN_TIME\na@x.org,2025-05-04\n";
    const both = { created_at: "2025-05-04T00:00:00+00:00", confirmed_at: "2025-05-04T00:00:00+00:00" };
    for (const map of [["confirmed_at=OPTIN_TIME"], ["created_at=OPTIN_TIME", "confirmed_at=OPTIN_TIME"]])
      expect((await reading(text, { map })).rows).toMatchObject([both]);
  });

  it("are asked about on a terminal where the file tells who is active, or when they confirmed", async () => {
    const proof = async (text: string, options: PlanOptions = {}) =>
      (await reading(text, options, "status", ` ${confirmedBy} `)).confirmedBy;
    const active = people("status", "active", "active");
    expect(await proof(active)).toBe(confirmedBy);
    expect(await proof(people("confirmed_at", "2025-05-04"))).toBe(confirmedBy);
    expect(await proof(active, { yes: true })).toBeUndefined();
    expect(await proof(active, { unsubscribed: true })).toBeUndefined();
    expect(await proof("email\na@x.org\n")).toBeUndefined();
    expect((await reading(active, {}, "status")).confirmedBy).toBeUndefined();
    for (const no of ["no", " N ", "Nein"])
      expect((await reading(active, {}, "status", no)).confirmedBy).toBeUndefined();
    expect((await reading(active, {}, "status", "yes", confirmedBy)).confirmedBy).toBe(confirmedBy);
  });
});
