import { expect, it } from "vitest";
import { checkAuth } from "./auth.ts";

const settings = { external: { email: true }, disable_signup: false, mailer_autoconfirm: false };
const unconfirmed =
  "wrong: Accounts count as confirmed without a mail: whoever signs up with an applicant's address reads their applications.";
const nobody = "wrong: The auth service lets nobody make an account by e-mail.";

it.each([
  [settings, ["ok: Everybody can make an account, of an address they confirm."]],
  [{ ...settings, mailer_autoconfirm: true }, [unconfirmed]],
  [{ ...settings, disable_signup: true }, [nobody]],
  [{ ...settings, mailer_autoconfirm: true, external: { email: false } }, [unconfirmed, nobody]],
  [{}, ["unknown: The settings of the auth service cannot be read (HTTP 200)."]],
])("says of the settings %j what they mean", async (answer, expected) => {
  const findings = await checkAuth({
    url: "https://project.example",
    embedded: false,
    secretKey: "sb_secret_x",
    fetch: async () => Response.json(answer),
    signal: new AbortController().signal,
  });
  expect(findings.map(({ level, message }) => `${level}: ${message}`)).toEqual(expected);
});
