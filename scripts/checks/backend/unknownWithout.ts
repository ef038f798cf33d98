import { CliError } from "../../cli/errors.ts";
import { type Finding, unknown } from "../finding.ts";

/**
 * Looks at something by a function of the database. Where that is missing, may not be called or fails, what was to be
 * looked at is unknown, and the check goes on: that the function or its grant is missing is a finding of the schema already.
 * @param check name of the check, and `what` it looks at, such as `The data`
 * @param name the function
 * @throws CliError `unreachable`, `interrupted`.
 */
export async function unknownWithout(
  { check, what, name }: { check: string; what: string; name: string },
  look: () => Promise<Finding[]>,
): Promise<Finding[]> {
  try {
    return await look();
  } catch (error) {
    if (!(error instanceof CliError) || (error.code !== "failed" && error.code !== "configuration")) throw error;
    return [
      unknown(
        check,
        `${what} could not be looked at: ${name}() is missing, refused, or fails.`,
        "Apply the migrations: npx prelaunch deploy",
      ),
    ];
  }
}
