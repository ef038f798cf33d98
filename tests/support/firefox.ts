import { existsSync } from "node:fs";
import puppeteer, { type Browser } from "puppeteer-core";

const installed = [
  process.env["FIREFOX_PATH"] ?? "",
  "/usr/bin/firefox-esr",
  "/usr/bin/firefox",
  "/snap/bin/firefox",
  "/Applications/Firefox.app/Contents/MacOS/firefox",
];

/** Path of a Firefox that is already installed. Playwright only drives its own build, which not every machine can download. */
export const findFirefox = (): string | undefined => installed.find((path) => path !== "" && existsSync(path));

/** Starts Firefox without a window, over WebDriver BiDi. */
export const startFirefox = (executablePath: string): Promise<Browser> =>
  puppeteer.launch({ browser: "firefox", executablePath, headless: true, timeout: 20_000 });
