import { readFile, writeFile } from "node:fs/promises";
import { describe, expect, it } from "vitest";
import { limits } from "../../server/contract/limits.ts";
import { applications as seeded } from "../../scripts/commands/seed/people.ts";
import { useImports } from "./importing.ts";

const { run, query, file, supabase } = useImports();

const importing = async (content: string, ...argv: string[]) => {
  await writeFile(file("beta.csv"), content);
  return run(["import", "beta", "beta.csv", ...argv]);
};
const applications = () => query("select * from beta_applications order by created_at, id");

describe("import beta", () => {
  it("restores an export with its ids, statuses and times", async () => {
    await supabase()
      .from("beta_applications")
      .insert([
        {
          email: "a@x.org",
          name: "=Ada",
          role: "agency-owner",
          reason: 'one\ntwo; "three"',
          status: "accepted",
          reviewed_at: "2025-05-06T07:08:09.123456Z",
          created_at: "2025-05-04T01:02:03.456789Z",
        },
        {
          email: "a@x.org",
          name: "Ada",
          company: "Łódź & Co",
          role: "other",
          reason: "x",
          status: "declined",
          created_at: "2025-05-05T00:00:00Z",
        },
        { email: "b@x.org", name: "Bo", role: "freelancer", reason: "x", created_at: "2025-05-06T00:00:00Z" },
      ])
      .throwOnError();
    // The compiler demands every column of these, so that none is forgotten in an import.
    const more = [...seeded(1, 20, { from: new Date("2025-05-07"), until: new Date("2025-05-08") })];
    await supabase().from("beta_applications").insert(more).throwOnError();
    const before = await applications();
    await run(["export", "beta", "--out", "beta.csv"]);
    const exported = await readFile(file("beta.csv"), "utf8");
    await query("truncate beta_applications cascade");
    expect(await importing(exported, "--dry-run")).toMatchObject({
      code: 0,
      err: expect.stringContaining("23 lines: 23 to add, 0 duplicates, 0 rejected.\nNothing was written"),
    });
    expect(await applications()).toEqual([]);
    expect(await importing(exported)).toMatchObject({ code: 0, err: expect.stringContaining("23 lines: 23 added") });
    expect(await applications()).toEqual(before);
    expect(await importing(exported)).toMatchObject({
      code: 0,
      err: expect.stringContaining("0 added, 23 duplicates"),
    });
    expect(await applications()).toEqual(before);
  });

  it("accepts a form tool's file, and adds its applications once however often it is imported", async () => {
    const text =
      "Submitted At,Full name,Email,Company,Role,Why\n2025-05-04 10:00,Ada,a@x.org,,Small business owner,Because\n";
    await importing(text);
    await importing(text);
    expect(await applications()).toMatchObject([
      { email: "a@x.org", company: null, role: "small-business-owner", reason: "Because", status: "pending" },
    ]);
  });

  it("is not subject to the limit of open applications per address", async () => {
    const text = `name,email,role,reason\n${Array.from({ length: 7 }, (_, index) => `A,a@x.org,other,${index}\n`).join("")}`;
    expect(await importing(text)).toMatchObject({ code: 0, err: expect.stringContaining("7 lines: 7 added") });
  });

  it("refuses the option for words of a waitlist's status", async () => {
    expect(await importing("name,email,role,reason\n", "--meaning", "hired=listed")).toEqual({
      code: 2,
      out: "",
      err: "error: --meaning is for `import waitlist`; the status of an application is one of pending, accepted, declined.\n",
    });
  });

  it("says of each line what is wrong with it", async () => {
    const { code } = await importing(
      "name,email,role,reason,status,created_at\nA,a@x.org,boss,x,,\n,b@x.org,other,x,,\nC,c@x.org,other,x,hired,\nD,d@,other,x,,\nE,e@x.org,other,x,,2025-02-30\nF,f@x.org,other,x,Accepted,\n",
    );
    expect(code).toBe(1);
    const reasons = (await readFile(file("beta.csv.rejects.csv"), "utf8")).split("\n").slice(1, -1);
    expect(reasons).toEqual([
      expect.stringContaining("role: Give one of freelancer, small-business-owner"),
      expect.stringContaining("name: Enter a name."),
      expect.stringContaining("status: Give one of pending, accepted, declined"),
      expect.stringContaining("email: Enter a valid e-mail address"),
      expect.stringContaining("created_at is not a day of the calendar."),
    ]);
    expect(await applications()).toMatchObject([{ email: "f@x.org", status: "accepted" }]);
    expect(await importing("Wer,E-Mail\nAda,a@x.org\n")).toMatchObject({
      code: 2,
      err: expect.stringContaining(
        "No column looks like the name. The file has: Wer, E-Mail\nName it: --map name=HEADER.",
      ),
    });
  });

  it("takes the applicant's own reason from a mended rejects file", async () => {
    await importing(
      "name,email,role,reason,status,created_at\nAda,ada@example.com,consultant,I want in,Maybe,2026-05-01\n",
    );
    const rejected = await readFile(file("beta.csv.rejects.csv"), "utf8");
    expect(await importing(rejected.replace("Maybe", "pending"))).toMatchObject({
      code: 0,
      err: expect.stringContaining("  ignored: rejected line, rejection reason\n"),
    });
    expect(await applications()).toMatchObject([{ email: "ada@example.com", reason: "I want in", status: "pending" }]);
  });

  it.each(["name", "company", "reason"] as const)(
    "accepts a %s as long as the form's, and neither it nor the database a longer one",
    async (field) => {
      const of = (length: number) => ({ name: "Ada", company: "Engines", reason: "x", [field]: "ä".repeat(length) });
      const line = (length: number) => `a@x.org,other,${Object.values(of(length)).join()}\n`;
      const most = limits[field];
      expect(await importing(`email,role,name,company,reason\n${line(most)}${line(most + 1)}`)).toMatchObject({
        err: expect.stringContaining("2 lines: 1 added, 0 duplicates, 1 rejected"),
      });
      const { error } = await supabase()
        .from("beta_applications")
        .insert({ ...of(most + 1), email: "a@x.org", role: "other" });
      expect(error?.message).toContain(`beta_applications_${field}_length`);
    },
  );

  it("keeps out people who were erased, and accepts those who cannot be mailed", async () => {
    const text = "name,email,role,reason\nA,a@x.org,other,x\nB,b@x.org,other,x\n";
    await importing(text);
    await run(["erase", "a@x.org", "--yes"]);
    await supabase().rpc("suppress_email", { person: "b@x.org", why: "bounced" }).throwOnError();
    await query("truncate beta_applications cascade");
    expect(await importing(text)).toMatchObject({
      code: 0,
      err: expect.stringContaining("2 lines: 1 added, 1 suppressed (1 erased), 0 duplicates"),
    });
    expect(await importing(text, "--override-suppression", "--yes")).toMatchObject({
      err: expect.stringContaining("1 added, 1 duplicate"),
    });
    expect(await supabase().rpc("person_data", { person: "a@x.org" })).toMatchObject({ data: { suppressions: [] } });
  });
});
