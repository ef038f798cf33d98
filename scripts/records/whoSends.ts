import type { BackendContext } from "../cli/context.ts";

/** Says who sends the mails that a command has put into the outbox; the command itself never does. */
export const whoSends = ({ embedded }: Pick<BackendContext, "embedded">): string =>
  embedded
    ? "The running stack (npm start) sends them; without one: npx prelaunch mail send"
    : "The deployed function sends them, with Resend; else, or sooner: npx prelaunch mail send";
