import { embeddedPublishableKey } from "../../../../server/contract/embedded.ts";
import { messageOf } from "../../../../server/errors/caught.ts";
import { CliError } from "../../../cli/errors.ts";
import { authSettingsPath } from "../../authSettings.ts";
import { type Finding, findingsOn } from "../../finding.ts";
import { textOf } from "../answers/site.ts";
import type { Visit } from "../visit/visit.ts";

const { unknown, wrong } = findingsOn("project");

/** What may be a project's public key: a publishable one, or a legacy one, which is a JSON Web Token. */
const publicKey = /\b(?:sb_publishable_[\w-]+|eyJ[\w-]+\.eyJ[\w-]+\.[\w-]+)/gu;

/** Address of a project without a domain of its own, for a host that sends no policy. */
const usualAddress = /\bhttps:\/\/[a-z]{20}\.supabase\.co\b/gu;

/** The only other origin that the policy of a build lets the page call is its project's. */
const callable = (policy: string): string[] =>
  (/(?:^|;)\s*connect-src ([^;]*)/u.exec(policy)?.[1] ?? "")
    .split(/\s+/u)
    .filter((source) => /^https?:\/\/[^*]+$/u.test(source));

/**
 * The project that a published page calls accepts the key in the page: `check backend` knows the key of the next build only, and a
 * visitor is told of a wrong one only when they sign in.
 */
export async function checkProject({ site, answers, landing }: Visit): Promise<Finding[]> {
  if (!site.live) return [];
  const texts = Array.from(answers.values(), ({ body }) => textOf(body));
  const found = (pattern: RegExp) => texts.flatMap((text) => text.match(pattern) ?? []);
  const keys = new Set(found(publicKey));
  keys.delete(embeddedPublishableKey);
  const policy = landing.answer.headers.get("content-security-policy") ?? "";
  const projects = [...new Set([...callable(policy), ...found(usualAddress)])];
  const pairs = projects.flatMap((project) => [...keys].map((apikey) => ({ project, apikey })));
  const notAsked = (why: string) =>
    unknown(landing.name, `Its project could not be asked: ${why}`, "See whether it is paused.");
  const findings = await Promise.all(
    pairs.map(async ({ project, apikey }) => {
      try {
        const { status } = await site.get(new URL(authSettingsPath, project), { apikey });
        if (status === 401) return refused(project);
        // Anything else comes from what is in front of the project, which a paused one has, too.
        return status === 200 ? [] : notAsked(`${project} answers with HTTP ${status}.`);
      } catch (error) {
        if (!(error instanceof CliError) || error.code !== "unreachable") throw error;
        return notAsked(messageOf(error));
      }
    }),
  );
  return findings.flat();
}

const refused = (project: string): Finding =>
  wrong(
    "the page",
    `${project} does not accept the public key in it, so that nobody can sign in.`,
    "Set PUBLIC_SUPABASE_KEY to one of the dashboard (Project Settings, API Keys); then build and publish the site again.",
  );
