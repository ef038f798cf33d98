import * as v from "valibot";
import { betaFields } from "../../server/contract/beta.ts";
import { waitlistFields } from "../../server/contract/waitlist.ts";
import { newShareCode } from "../../server/contract/shareCode.ts";
import { tokenHash } from "../../server/mail/outbox/tokens.ts";
import type { TokenEntry } from "../../server/mail/outbox/outbox.ts";
import type { MemoryState } from "../../server/store/store.ts";
import type { Supabase } from "../../server/supabase/client.ts";
import type { BetaApplicationRow, Database, WaitlistRow } from "../../server/supabase/schema.ts";

/** Reads and changes a backend's tables directly, bypassing everything that guards them. */
export interface Tables {
  waitlist(): Promise<WaitlistRow[]>;
  applications(): Promise<BetaApplicationRow[]>;
  addToWaitlist(rows: Database["public"]["Tables"]["waitlist"]["Insert"][]): Promise<void>;
  addApplications(rows: Database["public"]["Tables"]["beta_applications"]["Insert"][]): Promise<void>;
  /** Makes a mail's link valid for a person on the waitlist. */
  addMailLink(token: string, link: Omit<TokenEntry, "hash">): Promise<void>;
  /** Declines an application. */
  decline(id: string): Promise<void>;
  /** Visits that were counted, by source; empty for none. */
  visits(): Promise<Record<string, number>>;
  empty(): Promise<void>;
  /** Resets all rate limits, as if enough time had passed. */
  letTimePass(): Promise<void>;
}

/** The tables of a real database. */
export const tablesOf = (supabase: Supabase): Tables => ({
  waitlist: async () => (await supabase.from("waitlist").select("*").throwOnError()).data,
  applications: async () => (await supabase.from("beta_applications").select("*").throwOnError()).data,
  addToWaitlist: async (rows) => void (await supabase.from("waitlist").insert(rows).throwOnError()),
  addApplications: async (rows) => void (await supabase.from("beta_applications").insert(rows).throwOnError()),
  addMailLink: async (token, link) => {
    const tokens = JSON.stringify([{ ...link, hash: await tokenHash(token) }]);
    await supabase.rpc("register_email_tokens", { tokens }).throwOnError();
  },
  decline: async (id) =>
    void (await supabase.from("beta_applications").update({ status: "declined" }).eq("id", id).throwOnError()),
  visits: async () => {
    const rows = (await supabase.from("visits").select("source, visits").throwOnError()).data;
    return Object.fromEntries(rows.map(({ source, visits }) => [source, visits]));
  },
  empty: async () => {
    await supabase.from("waitlist").delete().neq("email", "").throwOnError();
    await supabase.from("beta_applications").delete().neq("email", "").throwOnError();
  },
  letTimePass: async () => void (await supabase.from("rate_limits").delete().neq("key", "").throwOnError()),
});

const created_at = "2026-01-01T00:00:00+00:00";

/** The tables of an in-memory store. */
export const tablesInMemory = (state: MemoryState): Tables => ({
  waitlist: async () => structuredClone(state.waitlist),
  applications: async () => structuredClone(state.applications),
  addToWaitlist: async (rows) => {
    const initial = {
      ...v.getDefaults(waitlistFields),
      name: null,
      notified: false,
      confirmed_at: null,
      unsubscribed_at: null,
      source: null,
    };
    const own = () => ({
      id: crypto.randomUUID(),
      share_code: newShareCode(),
      answers: {},
      tags: [],
      note: null,
      referred_by: null,
      sender_credit: null,
      friends: 0,
      invite_code: null,
      invited_at: null,
      redeemed_at: null,
    });
    for (const row of rows) state.waitlist.push({ created_at, ...initial, ...own(), ...row });
  },
  addApplications: async (rows) => {
    const initial = { ...v.getDefaults(betaFields), status: "pending", reviewed_at: null } as const;
    for (const row of rows) state.applications.push({ id: crypto.randomUUID(), created_at, ...initial, ...row });
  },
  addMailLink: async (token, link) => void (state.mailLinks[await tokenHash(token)] = link),
  decline: async (id) => {
    for (const row of state.applications) if (row.id === id) row.status = "declined";
  },
  visits: async () => structuredClone(state.visits),
  empty: async () => void Object.assign(state, { waitlist: [], applications: [] }),
  letTimePass: async () => void (state.buckets = {}),
});
