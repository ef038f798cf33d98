import { expect, it } from "vitest";
import { resolveSettings } from "../../../server/settings/resolve.ts";
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
    settings: resolveSettings({}, {}, "/nowhere"),
    fetch: async () => Response.json(answer),
    signal: new AbortController().signal,
  });
  expect(findings.map(({ level, message }) => `${level}: ${message}`)).toEqual(expected);
});

const accepted = "ok: Everybody can make an account, of an address they confirm.";
const elsewhere = "wrong: Nobody can sign in on the page that is built for PUBLIC_SUPABASE_URL: ";

it.each<[what: string, answer: () => Response | undefined, expected: string]>([
  ["a key that is accepted", () => undefined, accepted],
  [
    "a key that was revoked",
    () => Response.json({ message: "Invalid API key" }, { status: 401 }),
    "wrong: The project does not accept PUBLIC_SUPABASE_KEY, with which the page is built: nobody can sign in there.",
  ],
  [
    "another service in the project's place",
    () => new Response("<!doctype html>"),
    `${elsewhere}https://auth.example answers with HTTP 200, but not as an auth service does.`,
  ],
  [
    "an address where nobody answers",
    () => Response.error(),
    `${elsewhere}https://auth.example does not answer any more.`,
  ],
])("says of the page's own address of the project that it has %s", async (_what, answer, expected) => {
  const asked: string[] = [];
  const findings = await checkAuth({
    url: "https://project.example",
    embedded: false,
    secretKey: "sb_secret_x",
    settings: resolveSettings(
      {},
      { PUBLIC_SUPABASE_URL: "https://auth.example/rest/v1/", PUBLIC_SUPABASE_KEY: "sb_publishable_page" },
      "/nowhere",
    ),
    fetch: async (input, init) => {
      const { url, headers } = new Request(input, init);
      asked.push(url);
      const given = headers.get("apikey") === "sb_publishable_page" ? answer() : undefined;
      if (given?.type === "error") throw new TypeError("fetch failed");
      return given ?? Response.json(settings);
    },
    signal: new AbortController().signal,
  });
  expect(asked).toEqual(["https://auth.example/auth/v1/settings", "https://project.example/auth/v1/settings"]);
  expect(findings.map(({ level, message }) => `${level}: ${message}`)).toEqual([expected]);
});

it("says once what the page's own address of the project has wrong where it is the operator's, too", async () => {
  const page = { PUBLIC_SUPABASE_URL: "https://project.example", PUBLIC_SUPABASE_KEY: "sb_publishable_page" };
  const checked = (answer: () => Response) =>
    checkAuth({
      url: "https://project.example",
      embedded: false,
      secretKey: "sb_secret_x",
      settings: resolveSettings({}, page, "/nowhere"),
      fetch: async () => answer(),
      signal: new AbortController().signal,
    });
  expect(await checked(() => new Response("<!doctype html>"))).toEqual([
    expect.objectContaining({ message: "The settings of the auth service cannot be read (HTTP 200)." }),
  ]);
  const silent = checked(() => {
    throw new TypeError("fetch failed");
  });
  await expect(silent).rejects.toMatchObject({ code: "unreachable" });
});
