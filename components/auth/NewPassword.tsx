import { signInWords } from "../copy/signIn.ts";
import { toast } from "../ui/toast.ts";
import { setPassword } from "./account.ts";
import { AuthForm, Heading } from "./AuthForm.tsx";
import { lastWait } from "./client.ts";
import { type Refusal, refusalOf } from "./errors.ts";
import { readName, type Values } from "./fields.ts";

const words = signInWords.newPassword;

/** Why a password is set: it was forgotten, or the address has just been confirmed. */
export type NewPasswordReason = "recovery" | "first";

interface NewPasswordProps {
  reason: NewPasswordReason;
  /** The account, for password managers. */
  user: string;
  /** The name given at sign-up, if known. */
  name?: string | undefined;
  close: () => void;
}

/** Sets the signed-in user's password and, after a sign-up, name. */
export function NewPassword({ reason, user, name, close }: NewPasswordProps) {
  async function send(values: Values): Promise<Refusal | undefined> {
    if (values.password === "") return { text: signInWords.noPassword, field: "password" };
    const given = values.name === "" ? undefined : readName(values.name);
    if (given?.success === false) return { text: given.issues[0].message, field: "name" };
    const { error } = await setPassword(values.password, given?.output);
    return error ? refusalOf(error, lastWait()) : undefined;
  }

  return (
    <>
      <Heading {...words[reason]} />
      <AuthForm
        names={reason === "first" ? ["name", "password"] : ["password"]}
        chooses
        account={user}
        defaults={{ name }}
        submit={words.submit}
        send={send}
        onDone={() => {
          close();
          toast("success", words.saved);
        }}
        leave={{ label: words.skip, onPress: close }}
      />
    </>
  );
}
