import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Page, Route } from "@playwright/test";

/** Holds back React's file until the returned function is called, or lets `answer` decide about each request for it. */
export async function holdReact(
  page: Page,
  exportFolder: string,
  answer?: (request: Route) => Promise<void>,
): Promise<() => void> {
  let release = () => {};
  const held = new Promise<void>((resolve) => (release = resolve));
  const folder = join(exportFolder, "assets/chunks");
  for (const file of (await readdir(folder)).filter((name) => name.endsWith(".js"))) {
    if (!(await readFile(join(folder, file), "utf8")).includes("react.dev/errors")) continue;
    await page.route(`**/${file}`, async (request) => {
      if (answer) return answer(request);
      await held;
      await request.continue();
    });
  }
  return release;
}
