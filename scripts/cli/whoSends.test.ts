import { expect, it } from "vitest";
import { whoSends } from "./stack.ts";

it.each([
  [{ embedded: true, stackSends: true }, "The running stack (npm start) sends them."],
  [{ embedded: true, stackSends: false }, "The next npm start sends them. Without it: npx prelaunch mail send"],
  [
    { embedded: false, stackSends: false },
    "The deployed function sends them, if Resend is set up. If not, or to send them sooner: npx prelaunch mail send",
  ],
])("names who sends the mails of a command: %j", (backend, said) => expect(whoSends(backend)).toBe(said));
