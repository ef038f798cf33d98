import { readFile } from "node:fs/promises";
import { describe, expect, it } from "vitest";
import { linkLife } from "../../../server/embedded/lite/lite.ts";
import { maxPasswordBytes, minPasswordLength } from "../../../server/guard/passwords.ts";
import { renderMessage } from "../../../server/mail/messages/render.ts";

const file = (path: string) => readFile(new URL(`../../../${path}`, import.meta.url), "utf8");

/** Settings of a hosted project's mails; tests/hosted/genuine has the mails that GoTrue makes of them. */
describe("the settings of a hosted project", () => {
  const choice = /\{\{ if \.Data\.chose_password \}\}(.*?)\{\{ else \}\}(.*?)\{\{ end \}\}/gu;
  // Spaces fill the preheader up to a length that counts both choices of the template.
  const withoutSpaces = (html: string) => html.replaceAll(/<div>[\u00a0\u200b-\u200f\ufeff]+<\/div>/gu, "");

  it.each([
    { sends: "signup", by: "confirmation", from: "signup", passwordChosen: true },
    // GoTrue uses this mail for a sign-in link as well, if the account is new or not confirmed.
    { sends: "magiclink", by: "confirmation", from: "signup", passwordChosen: false },
    { sends: "magiclink", by: "magic_link", from: "magiclink", passwordChosen: false },
    { sends: "recovery", by: "recovery", from: "recovery", passwordChosen: false },
  ] as const)(
    "send the embedded stack's mail for $sends by the template $by, whose link is not spent by following it",
    async ({ sends, by, from, passwordChosen }) => {
      const { subject, html } = renderMessage(sends, { site: "https://site.example", token: "t".repeat(64) });
      const text = await file(`supabase/templates/${from}.html`);
      const chosen = (template: string) => template.replaceAll(choice, passwordChosen ? "$1" : "$2");
      const filled = chosen(text)
        .replaceAll("{{ .SiteURL }}", "https://site.example")
        .replaceAll("{{ .TokenHash }}", "t".repeat(64));
      // A template does not break its token into lines, because the auth service decides the length.
      const expected = html.replaceAll(/(?<=t)<br\/>(?=t)/gu, "").replaceAll(`type=${sends}`, `type=${from}`);
      expect(withoutSpaces(filled)).toBe(`${withoutSpaces(expected)}\n`);
      expect(text).toContain(`href="{{ .SiteURL }}/#token_hash={{ .TokenHash }}&amp;type=${from}"`);
      expect(text.replaceAll(choice, "")).not.toMatch(/\{\{(?! \.(?:SiteURL|TokenHash) \}\})/u);
      expect(chosen(await file("supabase/config.toml"))).toContain(
        `[auth.email.template.${by}]\nsubject = "${subject}"\ncontent_path = "./supabase/templates/${from}.html"\n`,
      );
    },
  );

  it("set the limits of the embedded stack, and the page and the mails tell people the same", async () => {
    const config = await file("supabase/config.toml");
    expect(config).toContain(`\nminimum_password_length = ${minPasswordLength}\n`);
    expect(config).toContain(`\notp_expiry = ${linkLife}\n`);
    const stated = async (name: string, unit: string) =>
      new Set(
        [...(await file(`components/copy/${name}.ts`)).matchAll(RegExp(`(\\d+) ${unit}`, "gu"))].map(([, n]) =>
          Number(n),
        ),
      );
    for (const name of ["mails", "signIn"]) expect([...(await stated(name, "minutes"))]).toEqual([linkLife / 60]);
    expect([...(await stated("signIn", "characters"))]).toEqual([minPasswordLength, maxPasswordBytes]);
  });
});
