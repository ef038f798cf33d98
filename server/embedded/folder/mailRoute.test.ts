import { execFile } from "node:child_process";
import { mkdir, mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, it } from "vitest";
import { noteMailRoute } from "./mailRoute.ts";

it.skipIf(process.platform === "win32")(
  "keeps the former note of a mail route where a new one cannot be written",
  async () => {
    const folder = await mkdtemp(join(tmpdir(), "keelbook-mail-route-"));
    try {
      await noteMailRoute(folder, "smtp", {});
      const note = `await (await import(${JSON.stringify(new URL("mailRoute.ts", import.meta.url))})).noteMailRoute(process.argv[1], "resend", {})`;
      const node = [process.execPath, "--import", "tsx", "--input-type=module", "-e", note, folder];
      // In the place of a full disk: no file may have a byte.
      const full = promisify(execFile)("sh", ["-c", 'ulimit -f 0 && exec "$@"', "sh", ...node], {
        env: { ...process.env, TSX_DISABLE_CACHE: "1" },
      });
      await expect(full).rejects.toThrow("EFBIG");
      expect(await readdir(folder)).toEqual(["mail-route"]);
      expect(await readFile(join(folder, "mail-route"), "utf8")).toBe("SMTP\n");
      await expect(noteMailRoute(folder, "none", { ends: true })).rejects.toThrow("have left by SMTP");
    } finally {
      await rm(folder, { recursive: true });
    }
  },
);

it("does not take a note that cannot be read for none, as a command's mails would become files", async () => {
  const folder = await mkdtemp(join(tmpdir(), "keelbook-mail-route-"));
  try {
    await expect(noteMailRoute(folder, "none", { ends: true })).resolves.toBeUndefined();
    await mkdir(join(folder, "mail-route"));
    await expect(noteMailRoute(folder, "none", { ends: true })).rejects.toThrow("EISDIR");
  } finally {
    await rm(folder, { recursive: true });
  }
});
