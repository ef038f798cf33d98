import * as v from "valibot";

/** Path of a project's public settings of its auth service, which answers 401 to a key that the project does not accept (GoTrue). */
export const authSettingsPath = "/auth/v1/settings";

/** GoTrue's answer at that path, as far as it is used here. Whatever else answers in its place, if only with 200, is no auth service. */
export const authSettings = v.object({
  disable_signup: v.boolean(),
  mailer_autoconfirm: v.boolean(),
  external: v.object({ email: v.boolean() }),
});
