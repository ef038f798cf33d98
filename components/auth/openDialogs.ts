import { couldNotLoad } from "../copy/en/loading.ts";
import type * as Dialogs from "./dialog/dialogs.tsx";
import type { NewPasswordReason } from "./dialog/NewPassword.tsx";
import type { SignInStart } from "./dialog/SignIn.tsx";

const withCode = (use: (code: typeof Dialogs) => void): Promise<void> =>
  import("./dialog/dialogs.tsx").then(use, () => alert(couldNotLoad));

/** Fetches the code of the sign-in dialog and opens it. */
export const openSignIn = (start?: SignInStart): Promise<void> => withCode((code) => code.openSignIn(start));

/** Opens the dialog for a new password. */
export const openNewPassword = (reason: NewPasswordReason, name?: string): Promise<void> =>
  withCode((code) => code.openNewPassword(reason, name));
