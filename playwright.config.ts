import { defineConfig } from "@playwright/test";
import { findChromium, frugalBrowser } from "./tests/support/chromium.ts";
import { forgetSettings } from "./tests/support/forgetSettings.ts";

forgetSettings();

const executablePath = findChromium();

export default defineConfig({
  testDir: "tests/journeys",
  globalSetup: "./tests/support/journeys.setup.ts",
  fullyParallel: true,
  workers: 3,
  // The timeouts end a journey that hangs. On a busy machine, any step may take ten times as long as usual.
  timeout: 240_000,
  expect: { timeout: 60_000 },
  forbidOnly: Boolean(process.env.CI),
  reporter: [["list"], ["json", { outputFile: "test-results/journeys.json" }]],
  use: {
    browserName: "chromium",
    // The hero's animation uses a third of a core for five seconds.
    contextOptions: { reducedMotion: "reduce" },
    launchOptions: {
      ...(executablePath ? { executablePath } : {}),
      args: frugalBrowser(),
    },
  },
});
