import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { defineConfig } from "vitest/config";
import { forgetSettings } from "./tests/support/forgetSettings.ts";

forgetSettings();

/** Tests of the page that replace its modules (`vi.mock`) or load them again (`vi.resetModules`, which `useAuthPage` calls). */
const replacing = readdirSync("components", { recursive: true, encoding: "utf8" })
  .filter((name) => /\.test\.tsx?$/u.test(name))
  .map((name) => join("components", name).replaceAll("\\", "/"))
  .filter((file) => /\b(?:vi\.mock|vi\.resetModules|useAuthPage)\(/u.test(readFileSync(file, "utf8")));

const page = {
  setupFiles: "components/testkit/patience.ts",
  environment: "./tests/support/browser.environment.ts",
  environmentOptions: { happyDOM: { settings: { handleDisabledFileLoadingAsSuccess: true } } },
};

export default defineConfig({
  test: {
    pool: "threads",
    // One more than CI's cores: with two, a third of the processor time is idle, because tests wait for processes and timers.
    maxWorkers: 3,
    // The timeouts end a test that hangs. On a busy machine, any step may take ten times as long as usual.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 30_000 } },
    // Test files share the modules they load: loading them again for each file takes a tenth of the whole run.
    isolate: false,
    projects: [
      {
        extends: true,
        test: {
          name: "unit",
          include: ["{server,scripts,tests/architecture}/**/*.test.ts"],
          globalSetup: "tests/support/bundle.setup.ts",
        },
      },
      {
        extends: true,
        test: { name: "components", include: ["components/**/*.test.{ts,tsx}"], exclude: replacing, ...page },
      },
      {
        extends: true,
        test: { name: "components with modules replaced", include: replacing, isolate: true, ...page },
      },
      {
        extends: true,
        test: {
          name: "backend",
          include: ["tests/{contract,cli,mail,mocks,webhook,edge}/**/*.test.ts"],
          globalSetup: ["tests/support/bundle.setup.ts", "tests/support/postgres.setup.ts"],
        },
      },
      {
        extends: true,
        test: {
          name: "hosted",
          include: ["tests/hosted/**/*.test.ts"],
          globalSetup: "tests/hosted/support/cluster.setup.ts",
        },
      },
      {
        extends: true,
        test: {
          name: "export",
          include: ["tests/export/**/*.test.ts"],
          globalSetup: "tests/support/bundle.setup.ts",
        },
      },
    ],
  },
});
