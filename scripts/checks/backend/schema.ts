import { type Finding, ok, wrong } from "../finding.ts";
import { removing, restoring } from "./repair.ts";
import { type ExpectedSchema, migrationNames, type SchemaReport } from "./schemaReport.ts";

/** Compares the database with the result of the migrations: every difference is a finding. */
export async function checkSchema(actual: SchemaReport, expected: ExpectedSchema): Promise<Finding[]> {
  const names = await migrationNames();
  const missing = expected.migrations.filter((version) => !actual.migrations.includes(version));
  const foreign = actual.migrations.filter((version) => !expected.migrations.includes(version));
  const findings = [
    ...missing.map((version) =>
      wrong(
        "schema",
        `Migration ${names.get(version) ?? version} has not been applied.`,
        "Apply it: npx prelaunch deploy (hosted), or restart the embedded stack: npm start",
      ),
    ),
    ...foreign.map((version) =>
      wrong("schema", `Migration ${version} is not in this checkout.`, "Bring the checkout up to date: git pull"),
    ),
  ];
  const [has, should] = [new Set(actual.facts), new Set(expected.facts)];
  // Removals come first: a constraint that was changed is dropped before it is added again.
  findings.push(
    ...actual.facts
      .filter((fact) => !should.has(fact))
      .map((fact) => wrong("schema", `Not in the migrations: ${fact}`, removing(fact, expected.facts))),
    ...expected.facts
      .filter((fact) => !has.has(fact))
      .map((fact) => wrong("schema", `Missing: ${fact}`, restoring(fact, expected.columns))),
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
