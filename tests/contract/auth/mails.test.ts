import { readFile } from "node:fs/promises";
import { describe, expect, it } from "vitest";
import { linkLife } from "../../../server/embedded/lite/lite.ts";
import { maxPasswordBytes, minPasswordLength } from "../../../server/guard/passwords.ts";
import { renderMessage } from "../../../server/mail/messages/render.ts";

const file = (path: string) => readFile(new URL(`../../../${path}`, import.meta.url), "utf8");

/** The settings that a hosted project is given; no test here can ask a hosted project itself. */
describe("the settings of a hosted project", () => {
  it.each([
    ["signup", "confirmation"],
    ["magiclink", "magic_link"],
    ["recovery", "recovery"],
  ] as const)(
    "send the embedded stack's mail for %s, whose link is not spent by following it",
    async (kind, template) => {
      const { subject, html } = renderMessage(kind, { site: "https://site.example", token: "t".repeat(64) });
      const text = await file(`supabase/templates/${kind}.html`);
      const filled = text
        .replaceAll("{{ .SiteURL }}", "https://site.example")
        .replaceAll("{{ .TokenHash }}", "t".repeat(64));
      // The token of a template has no lines: its length is the auth service's.
      expect(filled).toBe(`${html.replaceAll(/(?<=t)<br\/>(?=t)/gu, "")}\n`);
      expect(text).toContain(`href="{{ .SiteURL }}/#token_hash={{ .TokenHash }}&amp;type=${kind}"`);
      expect(text).not.toMatch(/\.Token\s|\.ConfirmationURL|\.Data/u);
      expect(await file("supabase/config.toml")).toContain(
        `[auth.email.template.${template}]\nsubject = "${subject}"\ncontent_path = "./supabase/templates/${kind}.html"\n`,
      );
    },
  );

  it("set the limits of the embedded stack, and the page and the mails tell people the same", async () => {
    const config = await file("supabase/config.toml");
    expect(config).toContain(`\nminimum_password_length = ${minPasswordLength}\n`);
    expect(config).toContain(`\notp_expiry = ${linkLife}\n`);
    const stated = async (name: string, unit: string) =>
      new Set(
        [...(await file(`components/copy/en/${name}.ts`)).matchAll(RegExp(`(\\d+) ${unit}`, "gu"))].map(([, n]) =>
          Number(n),
        ),
      );
    for (const name of ["mails", "signIn"]) expect([...(await stated(name, "minutes"))]).toEqual([linkLife / 60]);
    expect([...(await stated("signIn", "characters"))]).toEqual([minPasswordLength, maxPasswordBytes]);
  });
});
