import { expect, it } from "vitest";
import { usePostedMails } from "./support/postedMails.ts";

const { bench, arrived, drain, json } = usePostedMails();

/** The text that every attempted injection contains, to search mails for. */
const mark = "injected";

const attempts = [
  `${mark}\r\nBcc: ${mark}@example.com`,
  `${mark}\nBcc: ${mark}@example.com`,
  `${mark}\rX-${mark}: 1`,
  `${mark}\r\n\r\n<h1>${mark}</h1>`,
  `${mark}\r\n.\r\nMAIL FROM:<${mark}@example.com>`,
  `${mark}@example.com, victim@example.com`,
  `"${mark}" <${mark}@example.com>`,
  `ada@example.com>\r\nRCPT TO:<${mark}@example.com`,
  `<a href="https://${mark}.example">${mark}</a>`,
  `{{site}}{{token}}${mark}{{imprint}}`,
  `=?utf-8?q?${mark}=0ABcc:_${mark}@example.com?=`,
  `${mark}\u2028Bcc: ${mark}\u0085`,
  `\u202e${mark}`,
  `${mark}\u0000`,
];

const forms = {
  "/waitlist": { email: "ada@example.com", source: "friend" },
  "/beta": {
    email: "ada@example.com",
    name: "Ada",
    company: "Ada Ltd",
    role: "other",
    reason: "Because",
    submissionId: "00000000-0000-4000-8000-00000000000c",
  },
} as const;

/** The fields that accept most of these characters; all others accept none. */
const takesAnything = new Set(["name", "company", "reason"]);

/** The header fields of our mails; any other one was injected. */
const known = new Set([
  "received",
  "from",
  "to",
  "subject",
  "message-id",
  "date",
  "auto-submitted",
  "x-auto-response-suppress",
  "list-unsubscribe",
  "list-unsubscribe-post",
  "mime-version",
  "content-type",
  "content-transfer-encoding",
]);

const fields = Object.entries(forms).flatMap(([path, form]) =>
  Object.keys(form).map((field) => ({ path, field, form })),
);

it.each(fields)("nothing typed into $field of $path reaches a mail, or anybody else", async ({ path, field, form }) => {
  const answers = new Set<number>();
  for (const attempt of attempts) {
    await bench().empty();
    const answer = await json(path, { ...form, [field]: attempt, captcha: await bench().solveCaptcha() });
    answers.add(answer.status);
    await bench().sql("update public.beta_applications set status = 'declined'");
    await drain();
  }
  expect([...answers].filter((status) => status !== 422)).toEqual(takesAnything.has(field) ? [201] : []);
  for (const { raw, to, from, mail, secure, user } of arrived()) {
    expect(raw.toLowerCase()).not.toContain(mark);
    expect({ to, from, secure, user }).toEqual({
      to: ["ada@example.com"],
      from: "hello@keelbook.example",
      secure: true,
      user: "ada",
    });
    expect(mail.headers.filter(({ key }) => !known.has(key))).toEqual([]);
  }
  expect(arrived().length > 0).toBe(takesAnything.has(field));
});
