import { mailRoutes } from "../../server/settings/mailRoutes.ts";
import type { BackendContext } from "./context.ts";

/** The ways by which the function can send, for a person. */
const functionsRoutes = Object.values(mailRoutes)
  .flatMap(({ name, overHttp }) => (overHttp ? [name] : []))
  .join(" or ");

/** Says who sends the mails that a command has put into the outbox; the command itself never does. */
export const whoSends = ({ embedded, stackSends }: Pick<BackendContext, "embedded" | "stackSends">): string => {
  if (stackSends) return "The running stack (npm start) sends them.";
  return embedded
    ? "The next npm start sends them. Without it: npx prelaunch mail send"
    : `The deployed function sends them, if ${functionsRoutes} is set up. If not, or to send them sooner: npx prelaunch mail send`;
};
