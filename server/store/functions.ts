import type { Database } from "../supabase/schema.ts";
import type { Admission, Bucket } from "./admission.ts";

/** The functions of supabase/migrations, with generated types. */
export type Functions = Database["public"]["Functions"];

/** Calls one function of supabase/migrations in a transaction of its own; rejects when it failed. */
export type CallFunction = <Name extends keyof Functions>(
  name: Name,
  args: Functions[Name]["Args"],
) => Promise<unknown>;

/** A bucket in the form of SQL arguments. */
export const bucketArgs = ({ key, burst, secondsPerRequest }: Bucket) => ({
  bucket: key,
  burst,
  seconds_per_request: secondsPerRequest,
});

/** The arguments for an admission, which every form's function has. */
export type AdmissionArgs = ReturnType<typeof admissionArgs>;

/** Converts an admission into arguments of a form's function. */
export const admissionArgs = ({ bucket, solution, trapped }: Admission) => ({
  ...bucketArgs(bucket),
  trapped,
  ...(solution ? { solution_hash: solution.hash, solution_expires_at: solution.expiresAt.toISOString() } : {}),
});
