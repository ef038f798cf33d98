import * as v from "valibot";
import { embeddedPublishableKey } from "../../../server/contract/embedded.ts";
import { formsBasePath } from "../../../server/contract/routes.ts";
import { isLoopback } from "../../../server/http/loopback.ts";
import { CliError } from "../../cli/errors.ts";
import { type Finding, findingsOn } from "../finding.ts";
import { authSettings, authSettingsPath, type Captcha, captchaServed } from "../services.ts";
import type { Answer, Visit } from "./visit.ts";

const page = "the page";
const forms = findingsOn("forms");
const project = findingsOn("project");

const health = v.pipe(v.string(), v.parseJson(), v.object({ status: v.picklist(["ok", "down"]) }));

/** The answer to a call, or why there is none. @throws CliError `interrupted` */
const orWhy = (call: Promise<Answer>): Promise<Answer | string> =>
  call.catch((error: unknown) => {
    if (error instanceof CliError && error.code === "unreachable") return error.message;
    throw error;
  });

/** The form backend that a published page calls answers it, and has the same captcha; otherwise nobody can join. */
export async function checkForms(visit: Visit): Promise<Finding[]> {
  const { site, backends } = visit;
  if (!site.live) return [];
  const found = await Promise.all(
    backends.map(async (origin) => {
      const ask = (path: string) =>
        orWhy(site.get(new URL(formsBasePath + path, origin), { origin: site.address.origin }));
      const finding = judgeHealth(visit, origin, await ask("/health")) ?? judgeCaptcha(visit, await ask("/captcha"));
      return finding ? [finding] : [];
    }),
  );
  return found.flat();
}

const useless = (why: string, remedy: string): Finding =>
  forms.wrong(page, `Nobody can send its forms: ${why}`, remedy);

function judgeHealth({ site: { address } }: Visit, origin: string, answer: Answer | string): Finding | undefined {
  const away =
    origin === address.origin
      ? "A page on a static host needs the address of its project: build with PUBLIC_SUPABASE_URL and PUBLIC_SUPABASE_KEY set (docs/deploy.md). On a server of your own, see whether the stack runs."
      : "Deploy the form backend (npx prelaunch deploy), and see whether the project is paused: https://supabase.com/dashboard/projects";
  if (typeof answer === "string") return useless(answer, away);
  const { status, redirected, headers, text } = answer;
  const read = v.safeParse(health, text);
  if (redirected || !read.success) return useless(`no form backend answers at ${origin} (HTTP ${status}).`, away);
  if (read.output.status === "down")
    return useless(
      `the form backend at ${origin} cannot store anything (HTTP ${status}).`,
      "See why: npx prelaunch check backend",
    );
  // A copy on this machine is not what visitors use.
  if (origin === address.origin || isLoopback(address.hostname)) return undefined;
  if (headers.get("access-control-allow-origin") === address.origin) return undefined;
  return useless(
    `the form backend at ${origin} was deployed with another SITE_URL, and browsers let no page of ${address.origin} read its answers.`,
    "Set SITE_URL to the address where visitors reach the site, and deploy again: npx prelaunch deploy",
  );
}

function judgeCaptcha({ answers }: Visit, answer: Answer | string): Finding | undefined {
  // Google's script is named in a page only with a key of Google's.
  const isGoogles = [...answers.values()].some(({ text }) => text.includes("https://www.google.com/recaptcha/api.js"));
  const built: Captcha = isGoogles ? "reCAPTCHA" : "ALTCHA";
  const served = typeof answer === "string" ? undefined : captchaServed(answer);
  if (served === built) return undefined;
  return useless(
    served === undefined ? "its form backend serves no captcha." : `it has ${built}, and its form backend ${served}.`,
    "Set both keys of reCAPTCHA, or neither; then deploy the form backend, and build and publish the site again (docs/deploy.md).",
  );
}

/** What may be a project's public key: a publishable one, or a legacy one, which is a JSON Web Token. */
const publicKey = /\b(?:sb_publishable_[\w-]+|eyJ[\w-]+\.eyJ[\w-]+\.[\w-]+)/gu;

const settingsAnswer = v.pipe(v.string(), v.parseJson(), authSettings);

/** It is this project's page, and the project that it calls accepts the key in it, of which a visitor learns only at the sign-in. */
export async function checkProject({ site, answers, landing, backends }: Visit): Promise<Finding[]> {
  const { status } = landing.answer;
  if (status !== 200)
    return [
      project.wrong(
        page,
        `It is answered with HTTP ${status}.`,
        "Publish dist/client there, for everybody: some hosts ask visitors to log in, such as for previews.",
      ),
    ];
  if (backends.length === 0)
    return [project.wrong(page, "It is not the page of this project: it has no forms.", "Publish dist/client there.")];
  if (!site.live) return [];
  const keys = new Set(Array.from(answers.values(), ({ text }) => text.match(publicKey) ?? []).flat());
  keys.delete(embeddedPublishableKey);
  const pairs = backends.flatMap((origin) => [...keys].map((apikey) => ({ origin, apikey })));
  const findings = await Promise.all(
    pairs.map(async ({ origin, apikey }) =>
      judgeKey(origin, await orWhy(site.get(new URL(authSettingsPath, origin), { apikey }))),
    ),
  );
  return findings.flat();
}

function judgeKey(origin: string, answer: Answer | string): Finding[] {
  const notAsked = (why: string) => [
    project.unknown(page, `Its project could not be asked: ${why}`, "See whether it is paused."),
  ];
  if (typeof answer === "string") return notAsked(answer);
  if (answer.status === 401)
    return [
      project.wrong(
        page,
        `${origin} does not accept the public key in it, so that nobody can sign in.`,
        "Set PUBLIC_SUPABASE_KEY to one of the dashboard (Project Settings, API Keys); then build and publish the site again.",
      ),
    ];
  // Anything else comes from what is in front of the project, which a paused one has, too.
  return v.is(settingsAnswer, answer.text)
    ? []
    : notAsked(`${origin} answers, but not as an auth service does (HTTP ${answer.status}).`);
}
