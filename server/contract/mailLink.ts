import * as v from "valibot";
import { required } from "./text.ts";

/** Body of `POST /confirm` and `POST /unsubscribe`: the token of the link in the mail. */
export const mailLinkBody = v.object({ token: v.pipe(v.string(), v.maxLength(256)) }, required);

/** What the browser sends to these routes. */
export type MailLinkBody = v.InferInput<typeof mailLinkBody>;
