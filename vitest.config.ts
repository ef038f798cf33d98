import { defineConfig } from "vitest/config";
import { forgetSettings } from "./tests/support/forgetSettings.ts";

forgetSettings();

/** Tests that load all code of accounts, which works on in the background as long as its page is open. */
const wholePages = ["components/auth/{links,restore}.test.ts"];
const deskPage = ["scripts/desk/page/**/*.test.{ts,tsx}"];

const page = {
  setupFiles: "tests/support/page.setup.ts",
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
          exclude: deskPage,
          globalSetup: "tests/support/bundle.setup.ts",
        },
      },
      {
        extends: true,
        test: {
          name: "components",
          include: ["components/**/*.test.{ts,tsx}", ...deskPage],
          exclude: wholePages,
          ...page,
        },
      },
      { extends: true, test: { name: "whole pages", include: wholePages, isolate: true, ...page } },
      {
        extends: true,
        test: {
          name: "backend",
          include: ["tests/{contract,cli,mail,mocks,webhook,edge}/**/*.test.ts", "tests/upgrade/embedded.test.ts"],
          globalSetup: ["tests/support/bundle.setup.ts", "tests/support/postgres.setup.ts"],
        },
      },
      {
        extends: true,
        test: {
          name: "hosted",
          include: ["tests/hosted/**/*.test.ts", "tests/upgrade/hosted.test.ts"],
          globalSetup: ["tests/support/bundle.setup.ts", "tests/hosted/support/cluster.setup.ts"],
        },
      },
      {
        extends: true,
        test: {
          name: "export",
          include: ["tests/export/**/*.test.ts"],
          globalSetup: "tests/support/export.setup.ts",
        },
      },
    ],
  },
});
