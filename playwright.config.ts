import { defineConfig } from "@playwright/test";
import { findChromium, frugalBrowser } from "./tests/support/chromium.ts";

const executablePath = findChromium();

export default defineConfig({
  testDir: "tests/journeys",
  globalSetup: "./tests/support/journeys.setup.ts",
  fullyParallel: true,
  workers: 2,
  timeout: 45_000,
  // The proof of work takes its time on a busy machine.
  expect: { timeout: 15_000 },
  retries: 1,
  forbidOnly: Boolean(process.env.CI),
  reporter: [["list"], ["json", { outputFile: "test-results/journeys.json" }]],
  use: {
    browserName: "chromium",
    // Recording costs a third of a journey's time: only one that failed is recorded, as it is walked again.
    trace: "on-first-retry",
    // The hero's swell costs a third of a core for five seconds: it is there in the journeys that look at the page itself.
    contextOptions: { reducedMotion: "reduce" },
    launchOptions: {
      ...(executablePath ? { executablePath } : {}),
      args: frugalBrowser(),
    },
  },
});
