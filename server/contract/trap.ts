import * as v from "valibot";

/** What stands in the field `trapName` (limits.ts); any text at all is a machine's. */
export const trapField = v.nullish(v.string());
