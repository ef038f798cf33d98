/** Some settings are missing or wrong; the message has a line for each. */
export class SettingsError extends Error {
  override readonly name = "SettingsError";
}
