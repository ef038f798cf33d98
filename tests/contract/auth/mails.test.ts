import { readFile } from "node:fs/promises";
import { describe, expect, it } from "vitest";
import { maxPasswordBytes, minPasswordLength } from "../../../server/guard/passwords.ts";
import { linkLife } from "../../../server/embedded/lite/lite.ts";
import type { SignInMailKind } from "../../../server/mail/messages/parameters.ts";
import { renderMessage } from "../../../server/mail/messages/render.ts";

const file = (path: string) => readFile(new URL(`../../../supabase/${path}`, import.meta.url), "utf8");
const kinds: Record<SignInMailKind, string> = { signup: "confirmation", magiclink: "magic_link", recovery: "recovery" };

/** The settings that a hosted project is given; no test here can ask a hosted project itself. */
describe("the settings of a hosted project", () => {
  it.each(Object.entries(kinds))("send the embedded stack's mail for %s", async (kind, template) => {
    const known = Object.keys(kinds).find((name): name is SignInMailKind => name === kind);
    const { subject, html } = renderMessage(known ?? "signup", { site: "https://site.example", token: "t".repeat(64) });
    const filled = (await file(`templates/${kind}.html`))
      .replaceAll("{{ .SiteURL }}", "https://site.example")
      .replaceAll("{{ .TokenHash }}", "t".repeat(64));
    // The token of a template has no lines: its length is the auth service's.
    expect(filled).toBe(`${html.replaceAll(/(?<=t)<br\/>(?=t)/gu, "")}\n`);
    expect(await file("config.toml")).toContain(
      `[auth.email.template.${template}]\nsubject = "${subject}"\ncontent_path = "./supabase/templates/${kind}.html"\n`,
    );
  });

  it("carry no code, and no link that is spent by following it", async () => {
    for (const kind of Object.keys(kinds)) {
      const html = await file(`templates/${kind}.html`);
      expect(html).toContain(`href="{{ .SiteURL }}/#token_hash={{ .TokenHash }}&amp;type=${kind}"`);
      expect(html).not.toMatch(/\.Token\s|\.ConfirmationURL|\.Data/u);
    }
  });

  it("set the same limits as the embedded stack", async () => {
    const config = await file("config.toml");
    expect(config).toContain(`\nminimum_password_length = ${minPasswordLength}\n`);
    expect(config).toContain(`\notp_expiry = ${linkLife}\n`);
    expect(config).toContain("\notp_length = 10\n");
  });
});

it.each(["mails", "signIn"])("tells people how long a link lives: copy/en/%s.ts", async (name) => {
  const copy = await readFile(new URL(`../../../components/copy/en/${name}.ts`, import.meta.url), "utf8");
  const stated = new Set([...copy.matchAll(/(\d+) minutes/gu)].map(([, minutes]) => Number(minutes)));
  expect([...stated]).toEqual([linkLife / 60]);
});

it("tells people how short and how long a password may be", async () => {
  const copy = await readFile(new URL("../../../components/copy/en/signIn.ts", import.meta.url), "utf8");
  const stated = new Set([...copy.matchAll(/(\d+) characters/gu)].map(([, length]) => Number(length)));
  expect([...stated]).toEqual([minPasswordLength, maxPasswordBytes]);
});
