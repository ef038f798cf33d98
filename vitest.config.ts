import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    pool: "threads",
    // Two cores: more files at once only make the time-bound tests slower.
    maxWorkers: 2,
    // They end a test that hangs; on a busy machine any step may take ten times as long.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    projects: [
      {
        extends: true,
        test: { name: "unit", include: ["{server,scripts,tests/architecture}/**/*.test.ts"], isolate: false },
      },
      {
        extends: true,
        test: {
          name: "components",
          include: ["components/**/*.test.{ts,tsx}"],
          environment: "./tests/support/browser.environment.ts",
          environmentOptions: { happyDOM: { settings: { handleDisabledFileLoadingAsSuccess: true } } },
        },
      },
      {
        extends: true,
        test: {
          name: "backend",
          include: ["tests/{contract,cli,mail,mocks,edge}/**/*.test.ts"],
          globalSetup: "tests/support/postgres.setup.ts",
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
        test: { name: "export", include: ["tests/export/**/*.test.ts"] },
      },
    ],
  },
});
