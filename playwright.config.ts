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
  timeout: 45_000,
  // The captcha's proof of work is slow on a busy machine.
  expect: { timeout: 15_000 },
  retries: 1,
  forbidOnly: Boolean(process.env.CI),
  reporter: [["list"], ["json", { outputFile: "test-results/journeys.json" }]],
  use: {
    browserName: "chromium",
    // Recording takes a third of a journey's time, so only the retry of a failed journey is recorded.
    trace: "on-first-retry",
    // The hero's animation uses a third of a core for five seconds; only the journeys that check the page itself let it run.
    contextOptions: { reducedMotion: "reduce" },
    launchOptions: {
      ...(executablePath ? { executablePath } : {}),
      args: frugalBrowser(),
    },
  },
});
