import { expect, type Page } from "@playwright/test";
import type { Email } from "postal-mime";
import * as v from "valibot";
import { formsBasePath } from "../../server/contract/outcomes.ts";
import { solveCaptcha, waitlistForm } from "./forms.ts";
import { freshAddress, type Site } from "./site.ts";

/** A header of a mail, by its name in lower case. */
const headerOf = ({ headers }: Email, name: string): string => headers.find(({ key }) => key === name)?.value ?? "";

/** A person who has joined the waitlist, and the links of their mail. */
export interface Joined {
  email: string;
  mail: Email;
  confirm: string;
  unsubscribe: string;
}

/** Waits for the mail to a person who has joined. */
async function mailed(site: Site, email: string): Promise<Joined> {
  const mail = await site.mailTo(email);
  const [confirm = ""] = /http\S+#confirm=\S+/u.exec(mail.text) ?? [];
  const [, token = ""] = /\?token=(\w+)/u.exec(headerOf(mail, "list-unsubscribe")) ?? [];
  return { email, mail, confirm, unsubscribe: `${site.url}/#unsubscribe=${token}` };
}

/** Joins the waitlist in a browser, and waits for the mail. */
export async function join(page: Page, site: Site): Promise<Joined> {
  const email = freshAddress();
  await page.goto(site.url);
  const form = waitlistForm(page);
  await form.getByLabel("Email").fill(email);
  await solveCaptcha(form);
  await form.getByRole("button", { name: "Join Waitlist" }).click();
  await expect(page.getByRole("heading", { name: "Thanks for joining our waitlist!" })).toBeVisible();
  return mailed(site, email);
}

/** Joins the waitlist by the form's request without a browser, and waits for the mail. */
export async function joinElsewhere(site: Site): Promise<Joined> {
  const email = freshAddress();
  const { status } = await fetch(`${site.url}${formsBasePath}/waitlist`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ email, captcha: await site.solvedCaptcha() }),
  });
  expect(status).toBe(201);
  return mailed(site, email);
}

/** Confirms without a browser. Returns the link to the person's place. */
export async function confirmElsewhere(site: Site, { confirm }: Joined): Promise<string> {
  const answer = await fetch(`${site.url}${formsBasePath}/confirm`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ token: confirm.replace(/^.*=/u, "") }),
  });
  const { placeLink } = v.parse(v.looseObject({ placeLink: v.string() }), await answer.json());
  return `${site.url}/#place=${placeLink}`;
}

export async function statusOf(site: Site, email: string): Promise<"unconfirmed" | "confirmed" | "unsubscribed"> {
  const { data } = await site.supabase
    .from("waitlist")
    .select("confirmed_at,unsubscribed_at")
    .eq("email", email)
    .single()
    .throwOnError();
  if (data.unsubscribed_at !== null) return "unsubscribed";
  return data.confirmed_at === null ? "unconfirmed" : "confirmed";
}
