import type * as FollowLink from "./followLink.ts";

/** Fetches what follows a link, side by side with what it shares with the forms: it would ask for that a round trip later. */
export async function fetchFollowLink(): Promise<typeof FollowLink> {
  const [code] = await Promise.all([import("./followLink.ts"), import("../forms/backend/postForm.ts")]);
  return code;
}
