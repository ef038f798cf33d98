import type { Database } from "../supabase/schema.ts";
import type { Admission, Bucket } from "./admission.ts";

/** The functions of supabase/migrations, as they are generated. */
export type Functions = Database["public"]["Functions"];

/** Calls one function of supabase/migrations in a transaction of its own; rejects when it failed. */
export type CallFunction = <Name extends keyof Functions>(
  name: Name,
  args: Functions[Name]["Args"],
) => Promise<unknown>;

/** A bucket as the functions take it. */
export const bucketArgs = ({ key, burst, secondsPerRequest }: Bucket) => ({
  bucket: key,
  burst,
  seconds_per_request: secondsPerRequest,
});

/** An admission as every form's function takes it. */
export type AdmissionArgs = ReturnType<typeof admissionArgs>;

/** The arguments by which a submission is let in. */
export const admissionArgs = ({ bucket, solution, trapped }: Admission) => ({
  ...bucketArgs(bucket),
  trapped,
  ...(solution ? { solution_hash: solution.hash, solution_expires_at: solution.expiresAt.toISOString() } : {}),
});
