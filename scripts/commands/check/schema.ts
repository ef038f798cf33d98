import { type Finding, ok, wrong } from "./finding.ts";
import { migrationNames, type SchemaReport } from "./schemaReport.ts";

/** Compares the database with what the migrations make: every difference is a finding. */
export async function checkSchema(actual: SchemaReport, expected: SchemaReport): Promise<Finding[]> {
  const names = await migrationNames();
  const missing = expected.migrations.filter((version) => !actual.migrations.includes(version));
  const foreign = actual.migrations.filter((version) => !expected.migrations.includes(version));
  const findings = [
    ...missing.map((version) =>
      wrong(
        "schema",
        `Migration ${names.get(version) ?? version} has not been applied.`,
        "Apply it: npx prelaunch deploy (hosted), or restart the embedded stack.",
      ),
    ),
    ...foreign.map((version) =>
      wrong(
        "schema",
        `Migration ${version} is not in this checkout.`,
        "Check out the version that was deployed, or pull.",
      ),
    ),
  ];
  const [has, should] = [new Set(actual.facts), new Set(expected.facts)];
  findings.push(
    ...expected.facts
      .filter((fact) => !has.has(fact))
      .map((fact) => wrong("schema", `Missing: ${fact}`, "Write a migration that restores it.")),
    ...actual.facts
      .filter((fact) => !should.has(fact))
      .map((fact) =>
        wrong(
          "schema",
          `Not in the migrations: ${fact}`,
          "Write a migration that removes it, or one that makes it part of the schema.",
        ),
      ),
  );
  return findings.length > 0
    ? findings
    : [
        ok(
          "schema",
          `${expected.migrations.length} migrations, ${expected.facts.length} facts: exactly what the migrations say.`,
        ),
      ];
}
