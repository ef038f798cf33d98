import { type Finding, wrong } from "../../../server/launch/finding.ts";
import type { Published } from "./published.ts";

const secrets: { name: string; pattern: RegExp }[] = [
  { name: "a secret key of Supabase", pattern: /\bsb_secret_[\w-]{16,}/u },
  { name: "an access token of Supabase", pattern: /\bsbp_[0-9a-f]{40}\b/u },
  { name: "a private key", pattern: /-----BEGIN (?:[A-Z]+ )*PRIVATE KEY-----/u },
  {
    name: "an address with a password in it",
    pattern: /\b(?:postgres(?:ql)?|smtps?|https?):\/\/[^\s:/@"'`$]+:[^\s/@"'`$]+@[\w.-]+/u,
  },
];

/** The payload of a JSON Web Token, from dot to dot, so that a long text without any is read once. */
const payloads = /\.(eyJ[\w-]+)\./gu;

function secretsIn(text: string): string[] {
  const found = secrets.filter(({ pattern }) => pattern.test(text)).map(({ name }) => name);
  const isServiceRole = [...text.matchAll(payloads)].some(([, payload = ""]) =>
    /"role"\s*:\s*"service_role"/u.test(Buffer.from(payload, "base64url").toString()),
  );
  return isServiceRole ? [...found, "a key of the service role"] : found;
}

/** Attackers try these paths first on any site. */
const tried = [".env", ".git/HEAD", ".DS_Store", ".vite/manifest.json"];

/** Checks that no secret and no file of the development tools is published. Findings never repeat a secret. */
export async function checkSecrets({ get, address, landing, notFound, build }: Published): Promise<Finding[]> {
  const findings = secretsIn(`${landing.text}\n${build?.scripts}`).map((name) =>
    wrong("secrets", `The page holds ${name}.`, "Revoke it, since any visitor may have it; then build without it."),
  );
  for (const path of tried) {
    const { url, status, redirected, text } = await get(new URL(path, address));
    // A host that answers every address with its page, or redirects there, publishes nothing by that.
    if (status === 200 && !redirected && text !== notFound.text)
      findings.push(
        wrong(
          "secrets",
          `${url.href} is not part of the site, and anyone can read it.`,
          "Remove it; publish the folder dist/client and nothing else.",
        ),
      );
  }
  return findings;
}
