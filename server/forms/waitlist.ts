import { waitlistBody } from "../contract/waitlist.ts";
import { ProblemError } from "../http/problem.ts";
import { defineForm } from "./form.ts";

/** `POST /waitlist`: join the waitlist. */
export const waitlist = defineForm({
  name: "waitlist",
  body: waitlistBody,
  async submit(store, entry, admission) {
    const answer = await store.join(entry, admission);
    if (answer.outcome === "already_subscribed") throw new ProblemError("already_subscribed");
    return answer.outcome === "joined" ? { code: "joined" } : answer;
  },
});
