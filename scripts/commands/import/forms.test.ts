import { expect, it } from "vitest";
import { reading } from "../../../tests/support/readingWaitlist.ts";

// The headers are those that the two tools write: questions and hidden fields in the middle, a column for each choice.
const typeformHeader = [
  ..."#,What's your email?,First name,Last name,Phone number".split(","),
  '"How did you hear about us, {{field:7d956171-88d8-4613-b8e2-164b6b3929e9}}?"',
  ..."Freelancer,Agency,Other,Do you send invoices today?,Since when?,utm_source,score".split(","),
  ..."Response Type,Start Date (UTC),Stage Date (UTC),Submit Date (UTC),Network ID,Tags,Ending".split(","),
].join(",");
const typeform = (answers: string) =>
  `${typeformHeader}\n${[
    `hefupfubphvacf8sv12ch63vnvacgl4s,ada@x.org,Ada,King,'+4930123456,A friend,Freelancer,,,1,2019-04-01,podcast,3,completed,2026-02-22 17:15:19,,2026-02-22 17:16:39,98eebf3737,vip,Thanks`,
    `5dm9nya2b0mwd55dm8h7sy59j4q36wf8,bo@x.org,Bo,,,Podcast,,Agency,,0,2020-04-01,,1,completed,2026-02-22 17:03:08,,2026-02-22 17:03:26,98eebf3737,,Thanks`,
    `7pswphanew2p71btwaowgu7pswphanrn,cy@x.org,Cy,,,A friend,,,Cook,,,,0,partial,2026-02-23 08:00:00,2026-02-23 08:01:00,,0011aa22bb,,`,
    `9pswphanew2p71btwaowgu7pswphanrn,di@x.org,Di,,,A friend,,,,1,2020-04-01,,0,completed,2026-02-23 09:00:00,,2026-02-23 09:01:00,0011aa22bc,,Thanks`,
  ].join("\n")}\n`.replaceAll("Do you send invoices today?", answers);

it("reads a full export of Typeform without a question, and names the questions as left out", async () => {
  const { rows, described, refused } = await reading(typeform("Do you send invoices today?"));
  expect([rows, refused]).toEqual([
    [
      {
        email: "ada@x.org",
        name: "Ada King",
        created_at: "2026-02-22T17:16:39+00:00",
        source: "podcast",
        tags: ["vip"],
      },
      { email: "bo@x.org", name: "Bo", created_at: "2026-02-22T17:03:26+00:00" },
      { email: "cy@x.org", name: "Cy" },
      { email: "di@x.org", name: "Di", created_at: "2026-02-23T09:01:00+00:00" },
    ],
    [],
  ]);
  for (const left of ["Do you send invoices today?", "Since when?", "Response Type", "Stage Date (UTC)", "Ending"])
    expect(described).toMatch(new RegExp(`ignored: .*${left.replaceAll(/[?()]/gu, String.raw`\$&`)}`, "u"));
});

it.each([
  ["English", "Timestamp", "Email Address", "2026/03/04 5:44:59 PM GMT+5:30", "2026-03-04T17:44:59+05:30"],
  ["Italian", "Informazioni cronologiche", "Nome utente", "2026/03/04 2:21:36 PM CET", "2026-03-04T14:21:36+01:00"],
  [
    "Spanish",
    "Marca temporal",
    "Correo electrónico",
    "2026/03/04 10:26:52 p.\u00A0m. GMT-3",
    "2026-03-04T22:26:52-03:00",
  ],
  ["French", "Horodateur", "Adresse e-mail", "2026/03/04 8:00:00 AM EET", "2026-03-04T08:00:00+02:00"],
  ["German", "Zeitstempel", "E-Mail-Adresse", "2026/03/04 3:14:04 nachm. MEZ", "2026-03-04T15:14:04+01:00"],
  ["a spreadsheet's", "Timestamp", "Email address", "3/31/2026 19:08:16", "2026-03-31T19:08:16+00:00"],
])("reads a full export of Google Forms without a question, the %s one", async (_which, time, email, at, iso) => {
  const header = `"${time}","${email}","Name","Which tools do you use?","Do you send invoices today?","Born on","Score"`;
  const answers = ["Excel;Word", "Excel;Word", "", "Excel;Word"];
  const lines = answers.map((tools, n) => `"${at}","p${n}@x.org","Person ${n}","${tools}","Yes","2001-02-03","4 / 5"`);
  const { rows, described } = await reading(`${header}\n${lines.join("\n")}\n`);
  expect(rows).toEqual(answers.map((_, n) => ({ email: `p${n}@x.org`, name: `Person ${n}`, created_at: iso })));
  expect(described).toContain("ignored: Which tools do you use?, Do you send invoices today?, Born on, Score");
});

it("asks of a form's answers only about those that may be a consent to mails, or that speak of one", async () => {
  for (const question of ["May we email you?", "Newsletter", "I agree to the terms"])
    await expect(reading(typeform(question))).rejects.toMatchObject({ hint: expect.stringContaining(question) });
  await expect(reading(typeform("Anything else?").replaceAll(",A friend,", ",Unsubscribed,"))).rejects.toThrow(
    "may say who unsubscribed",
  );
});
