import * as v from "valibot";
import { embeddedPublishableKey } from "../../../../server/contract/embedded.ts";
import { messageOf } from "../../../../server/errors/caught.ts";
import { authSettings, authSettingsPath } from "../../authSettings.ts";
import { type Finding, findingsOn } from "../../finding.ts";
import { NoAnswerError, textOf } from "../answers/site.ts";
import { backendsOf } from "../visit/backend.ts";
import type { Visit } from "../visit/visit.ts";

const { unknown, wrong } = findingsOn("project");

/** What may be a project's public key: a publishable one, or a legacy one, which is a JSON Web Token. */
const publicKey = /\b(?:sb_publishable_[\w-]+|eyJ[\w-]+\.eyJ[\w-]+\.[\w-]+)/gu;

const settingsAnswer = v.pipe(v.string(), v.parseJson(), authSettings);

/**
 * The project that a published page calls accepts the key in the page: `check backend` knows the key of the next build only, and a
 * visitor is told of a wrong one only when they sign in.
 */
export async function checkProject(visit: Visit): Promise<Finding[]> {
  const { site, answers, landing } = visit;
  if (!site.live) return [];
  const keys = new Set(Array.from(answers.values(), ({ body }) => textOf(body).match(publicKey) ?? []).flat());
  keys.delete(embeddedPublishableKey);
  const pairs = backendsOf(visit).flatMap((project) => [...keys].map((apikey) => ({ project, apikey })));
  const notAsked = (why: string) =>
    unknown(landing.name, `Its project could not be asked: ${why}`, "See whether it is paused.");
  const findings = await Promise.all(
    pairs.map(async ({ project, apikey }) => {
      try {
        const answer = await site.get(new URL(authSettingsPath, project), { apikey });
        if (answer.status === 401) return refused(project);
        // Anything else comes from what is in front of the project, which a paused one has, too.
        if (answer.status !== 200) return notAsked(`${project} answers with HTTP ${answer.status}.`);
        if (v.is(settingsAnswer, textOf(answer.body))) return [];
        return notAsked(`${project} answers, but not as an auth service does.`);
      } catch (error) {
        if (!(error instanceof NoAnswerError)) throw error;
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
