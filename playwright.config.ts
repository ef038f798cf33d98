import { defineConfig } from "@playwright/test";
import { findChromium } from "./tests/support/chromium.ts";

const executablePath = findChromium();

export default defineConfig({
  testDir: "tests/journeys",
  globalSetup: "./tests/support/devServer.setup.ts",
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
    launchOptions: {
      ...(executablePath ? { executablePath } : {}),
      args: [
        "--no-sandbox",
        "--disable-gpu",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
        "--no-first-run",
      ],
    },
  },
});
