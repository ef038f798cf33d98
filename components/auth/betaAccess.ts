import { connect } from "./client.ts";

const statuses = ["pending", "accepted", "declined"] as const;

/** How the signed-in user's newest beta application stands; `none` without one, `unknown` when it cannot be loaded. */
export type BetaAccess = (typeof statuses)[number] | "none" | "unknown";

/** Reads it. Row level security shows users their own applications only. */
export async function loadBetaAccess(): Promise<BetaAccess> {
  const supabase = await connect();
  const { data, error } = await supabase
    .from("beta_applications")
    .select("status")
    .order("created_at", { ascending: false })
    .limit(1);
  if (error) return "unknown";
  const [newest] = data;
  return newest ? (statuses.find((status) => status === newest.status) ?? "unknown") : "none";
}
