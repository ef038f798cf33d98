import { CliError } from "../../cli/errors.ts";
import { type Finding, unknown } from "../finding.ts";

/**
 * Checks something by a function of the database. Where the function is missing, may not be called or fails, the result is
 * `unknown` and the other checks go on: the schema's findings already name the missing function or grant.
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
        `${what} could not be checked: ${name}() is missing, refused, or fails.`,
        "Apply the migrations: npx prelaunch deploy",
      ),
    ];
  }
}
