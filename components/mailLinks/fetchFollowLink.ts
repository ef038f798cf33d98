import type * as FollowLink from "./followLink.ts";

/** Fetches the code for mail links, in parallel with the code it shares with the forms, which it would request one round trip later. */
export async function fetchFollowLink(): Promise<typeof FollowLink> {
  const [code] = await Promise.all([import("./followLink.ts"), import("../forms/backend/postForm.ts")]);
  return code;
}
