import { embeddedPublishableKey } from "../../../server/contract/brand.ts";
import { CliError } from "../../cli/errors.ts";
import { type Finding, unknown, wrong } from "../finding.ts";
import { authSettingsPath, formsProblem } from "../services.ts";
import type { Visit } from "./visit.ts";

/** What a call tells; where nothing answers it, what `away` makes of that. @throws CliError `interrupted` */
const unlessAway = <T>(call: Promise<T>, away: (why: string) => T): Promise<T> =>
  call.catch((error: unknown) => {
    if (error instanceof CliError && error.code === "unreachable") return away(error.message);
    throw error;
  });

/** The form backends that a published page calls answer it, and have the same captcha; otherwise nobody can join. */
export async function checkForms({ site, answers, backends }: Visit): Promise<Finding[]> {
  // Google's script is named in a page only with a key of Google's.
  const isGoogles = [...answers.values()].some(({ text }) => text.includes("https://www.google.com/recaptcha/api.js"));
  const { origin } = site.address;
  const found = backends.map((backend) => {
    const page = backend === origin ? undefined : origin;
    const problem = formsProblem((path, headers) => site.get(new URL(path, backend), headers), {
      backend,
      page,
      captcha: isGoogles ? "reCAPTCHA" : "ALTCHA",
    });
    return unlessAway(problem, (why) =>
      wrong(
        "forms",
        `Nobody can send the page's forms: ${why}`,
        "Deploy the form backend (npx prelaunch deploy), and see whether the project is paused: https://supabase.com/dashboard/projects",
      ),
    );
  });
  return (await Promise.all(found)).flatMap((finding) => finding ?? []);
}

/** What may be a project's public key: a publishable one, or a legacy one, which is a JSON Web Token. */
const publicKey = /\b(?:sb_publishable_[\w-]+|eyJ[\w-]+\.eyJ[\w-]+\.[\w-]+)/gu;

/** It is this project's page, and the project that it calls accepts the key in it, of which a visitor learns only at the sign-in. */
export async function checkProject({ site, answers, landing, backends }: Visit): Promise<Finding[]> {
  const { status } = landing;
  const publish = "Publish dist/client there, for everybody: some hosts ask visitors to log in, such as for previews.";
  if (status !== 200) return [wrong("project", `The page is answered with HTTP ${status}.`, publish)];
  if (backends.length === 0) return [wrong("project", "It is not the page of this project: it has no forms.", publish)];
  const keys = new Set(Array.from(answers.values(), ({ text }) => text.match(publicKey) ?? []).flat());
  keys.delete(embeddedPublishableKey);
  const found = backends.flatMap((backend) =>
    [...keys].map((apikey) => {
      const asked = site.get(new URL(authSettingsPath, backend), { apikey });
      const judged = asked.then((answer) => judgeKey(backend, answer.status));
      return unlessAway(judged, (why) => unknown("project", why, paused));
    }),
  );
  return (await Promise.all(found)).flatMap((finding) => finding ?? []);
}

const paused = "See whether the project is paused: https://supabase.com/dashboard/projects";

function judgeKey(backend: string, status: number): Finding | undefined {
  if (status === 200) return undefined;
  if (status !== 401)
    return unknown("project", `${backend} does not answer as an auth service (HTTP ${status}).`, paused);
  return wrong(
    "project",
    `${backend} does not accept the public key in the page, so that nobody can sign in.`,
    "Set PUBLIC_SUPABASE_KEY to one of the dashboard (Project Settings, API Keys); then build and publish the site again.",
  );
}
