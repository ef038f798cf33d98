import { headerOf, join, standing } from "./mails.ts";
import { expect, test } from "./site.ts";

test.use({ mailRoute: "smtp" });

test("the mail that arrives over SMTP confirms a person who joined, and unsubscribes them in each of its ways", async ({
  quietPage: page,
  context,
  site,
}) => {
  const { email, mail } = await join(page, site);
  expect(mail).toMatchObject({
    from: { name: "Keelbook", address: "hello@keelbook.example" },
    to: [{ name: "", address: email }],
    messageId: expect.stringMatching(/^<[0-9a-f-]{36}@keelbook\.example>$/u),
    attachments: [],
  });
  expect(Date.parse(mail.date ?? "")).not.toBeNaN();
  expect(headerOf(mail, "auto-submitted")).toBe("auto-generated");
  expect(headerOf(mail, "list-unsubscribe-post")).toBe("List-Unsubscribe=One-Click");
  const [, oneClick = ""] = /^<(\S+)>$/u.exec(headerOf(mail, "list-unsubscribe")) ?? [];

  const program = await context.newPage();
  await program.setContent(mail.html ?? "");
  const follow = async (link: string) => {
    const opened = context.waitForEvent("page");
    await program.getByRole("link", { name: link }).click();
    return (await opened).getByRole("dialog");
  };
  const confirmed = await follow("Confirm my address");
  await expect(confirmed.getByRole("heading", { name: "Your address is confirmed" })).toBeFocused();
  expect(await standing(site, email)).toBe("confirmed");

  const left = await follow("Unsubscribe");
  await left.getByRole("button", { name: "Unsubscribe" }).click();
  await expect(left.getByRole("heading", { name: "You are unsubscribed" })).toBeFocused();
  expect(await standing(site, email)).toBe("unsubscribed");

  await site.supabase.from("waitlist").update({ unsubscribed_at: null }).eq("email", email).throwOnError();
  const answer = await program.request.post(oneClick, { form: { "List-Unsubscribe": "One-Click" }, maxRedirects: 0 });
  expect(answer.status()).toBe(204);
  expect(await standing(site, email)).toBe("unsubscribed");
});
