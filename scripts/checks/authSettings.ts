/** Path of a project's public settings of its auth service, which answers 401 to a key that the project does not accept (GoTrue). */
export const authSettingsPath = "/auth/v1/settings";
