import * as v from "valibot";

/** The secret key of a project, and the name of the setting it came from. */
export interface SecretKey {
  key: string | undefined;
  from: string | undefined;
}

const namedKeys = v.pipe(v.string(), v.parseJson(), v.record(v.string(), v.pipe(v.string(), v.nonEmpty())));

/** The key to use from a JSON object of keys by name: `default`, else the first. */
function pickNamed(text: string | undefined): { name: string; key: string } | undefined {
  const keys = v.safeParse(namedKeys, text);
  if (!keys.success) return undefined;
  const [first] = Object.entries(keys.output);
  const [name, key] = keys.output["default"] === undefined ? (first ?? []) : ["default", keys.output["default"]];
  return name === undefined || key === undefined ? undefined : { name, key };
}

/**
 * Finds the secret key in an environment. A hosted project gives its functions `SUPABASE_SECRET_KEYS`, a JSON object of keys
 * by name, and older ones `SUPABASE_SERVICE_ROLE_KEY`; a secret of our own cannot take their place, as the prefix is
 * reserved (https://supabase.com/docs/guides/functions/secrets). `SUPABASE_SECRET_KEY` is for hosts of our own.
 */
export function findSecretKey(env: Record<string, string | undefined>): SecretKey {
  // A blank one counts as unset, as it is where a container is given all settings by name.
  const own = env["SUPABASE_SECRET_KEY"]?.trim();
  if (own) return { key: own, from: "SUPABASE_SECRET_KEY" };
  const named = pickNamed(env["SUPABASE_SECRET_KEYS"]);
  if (named) return { key: named.key, from: `SUPABASE_SECRET_KEYS (${named.name})` };
  const legacy = env["SUPABASE_SERVICE_ROLE_KEY"];
  return { key: legacy, from: legacy === undefined ? undefined : "SUPABASE_SERVICE_ROLE_KEY" };
}
