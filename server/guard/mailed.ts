import { readBody } from "../http/body.ts";
import { timestamp } from "../lib/time.ts";
import { linkBody, recoverBody, signUpBody } from "./bodies.ts";
import { type AuthCall, type AuthRoute, errorCode } from "./call.ts";
import { requireStrong } from "./passwords.ts";

// The calls that send a mail. Each is counted by client, network and recipient first, and then gets the same answer after the same time
// whether or not the address has an account: only the mail, which its owner reads, reveals it (docs/decisions/0062).

const admit = async ({ limits, clientAddress }: AuthCall, email: string): Promise<void> => {
  await limits.sender(clientAddress);
  await limits.mailTo(email, clientAddress);
};

const register = ({ send }: AuthCall, body: { email: string; password: string; data?: object }) =>
  send({ path: "/signup", body });
const mailLink = ({ send }: AuthCall, email: string) => send({ path: "/otp", body: { email, create_user: false } });

const accepted = () => Response.json({});

/** The same answer for every success of the service, whatever it says. */
const acceptedIf = (answer: Response): Response => (answer.ok ? accepted() : answer);

/** The answer of sign-up, an unconfirmed account, invented for every address. Without an identity it would mean that nothing is mailed. */
function unconfirmedUser(email: string): Response {
  const [now, id] = [timestamp(), crypto.randomUUID()];
  return Response.json({
    id,
    aud: "authenticated",
    role: "authenticated",
    email,
    phone: "",
    confirmation_sent_at: now,
    app_metadata: { provider: "email", providers: ["email"] },
    user_metadata: {},
    identities: [{ identity_id: crypto.randomUUID(), id, user_id: id, provider: "email" }],
    created_at: now,
    updated_at: now,
    is_anonymous: false,
  });
}

/** Creates an account, to be confirmed by a link; if there is one already, mails a sign-in link instead. */
export const signUp: AuthRoute = async (call) => {
  const { email, password } = await readBody(call.request, signUpBody);
  requireStrong(password);
  await admit(call, email);
  return call.uniformly(async () => {
    // Makes the page ask for a new password when the link is followed.
    const registered = await register(call, { email, password, data: { chose_password: true } });
    // The code of @supabase/lite for an address that has an account.
    const hasAccount = (await errorCode(registered)) === "over_email_send_rate_limit";
    const answer = hasAccount ? await mailLink(call, email) : registered;
    return answer.ok ? unconfirmedUser(email) : answer;
  });
};

/** Mails a sign-in link. For an applicant without an account an unconfirmed one is created; anybody else without one gets no mail. */
export const signInLink: AuthRoute = async (call) => {
  const { email, create_user: mayCreate } = await readBody(call.request, linkBody);
  await admit(call, email);
  return call.uniformly(async () => {
    const answer = await mailLink(call, email);
    const hasAccount = (await errorCode(answer)) !== "otp_disabled";
    if (hasAccount) return acceptedIf(answer);
    if (!mayCreate || !(await call.store.hasApplied(email))) return accepted();
    return acceptedIf(await register(call, { email, password: randomPassword() }));
  });
};

/** Mails a link after which a new password can be set. */
export const recovery: AuthRoute = async (call) => {
  const { email } = await readBody(call.request, recoverBody);
  await admit(call, email);
  return call.uniformly(async () => acceptedIf(await call.send({ path: "/recover", body: { email } })));
};

/** A password that nobody knows: the owner signs in by link and may set another. */
const randomPassword = () =>
  [...crypto.getRandomValues(new Uint8Array(32))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
