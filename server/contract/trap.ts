import * as v from "valibot";

/** The content of the field `trapName` (limits.ts); any text in it comes from a bot. */
export const trapField = v.nullish(v.string());
