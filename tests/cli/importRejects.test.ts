import { execFile } from "node:child_process";
import { mkdir, readdir, readFile, rm, stat, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";
import { useImports } from "./importing.ts";
import { bin } from "./processes.ts";
import { hosted } from "./terminal.ts";

const sh = promisify(execFile);
const { run, importing, people, file, backend } = useImports();

describe("rejected lines", () => {
  const bad = "\uFEFFemail;name\nnobody;A;B\nb@x.org;=B\n=;C\n";

  it("are written in the file's form, where they are wanted", async () => {
    await importing(bad, ["--rejects", "refused.csv"]);
    expect(await readFile(file("refused.csv"), "utf8")).toBe(
      "\uFEFFrejected line;rejection reason;email;name\n2;The line has 3 fields instead of 2.;nobody;A;B\n4;Enter a valid e-mail address, such as ada@example.com.;'=;C\n",
    );
    expect((await stat(file("refused.csv"))).mode & 0o777).toBe(0o600);
    await expect(stat(file("people.csv.rejects.csv"))).rejects.toThrow("ENOENT");
    await importing("email\na@x.org\n", ["--rejects", "refused.csv"]);
    expect(await readFile(file("refused.csv"), "utf8").catch(() => "gone")).toBe("gone");
  });

  it.each([
    ["with a mark", "\uFEFF"],
    ["without a mark", ""],
  ])("of a file in UTF-16 %s are UTF-8 in the same form, whichever byte comes first", async (_which, mark) => {
    const little = Buffer.from(`${mark}email;name\nnobody;Ängström\n`, "utf16le");
    for (const bytes of [little, Buffer.from(little).swap16()]) {
      expect(await importing(bytes)).toMatchObject({ code: 1 });
      expect(await readFile(file("people.csv.rejects.csv"), "utf8")).toBe(
        `${mark}rejected line;rejection reason;email;name\n2;Enter a valid e-mail address, such as ada@example.com.;nobody;Ängström\n`,
      );
    }
  });

  it("replace those of a version with other column names", async () => {
    await writeFile(file("refused.csv"), "\uFEFFline;reason;email\n2;The line has 3 fields instead of 1.;a;b;c\n");
    await importing(bad, ["--rejects", "refused.csv"]);
    expect(await readFile(file("refused.csv"), "utf8")).toContain("2;The line has 3 fields instead of 2.;nobody;A;B\n");
  });

  it("never replace a file with other content", async () => {
    await writeFile(file("mine.csv"), "my own work\n");
    expect(await importing(bad, ["--rejects", "mine.csv"])).toMatchObject({
      code: 2,
      err: expect.stringContaining("mine.csv exists already"),
    });
    for (const name of ["people.csv", "."])
      expect(await importing(bad, ["--rejects", name])).toMatchObject({ code: 2 });
    expect(await readFile(file("mine.csv"), "utf8")).toBe("my own work\n");
  });

  it("never replace the file they come from", async () => {
    const mended = "rejected line,rejection reason,email\n2,x,a@x.org\n";
    await symlink(file("people.csv"), file("link.csv"));
    for (const name of ["people.csv", "link.csv"])
      expect(await importing(mended, ["--rejects", name])).toMatchObject({
        code: 2,
        err: expect.stringMatching(/(?:people|link)\.csv is the file being imported/u),
      });
    await writeFile(file("kept.csv.partial"), mended);
    expect(await run(["import", "waitlist", "kept.csv.partial", "--rejects", "kept.csv"])).toMatchObject({ code: 2 });
    for (const name of ["people.csv", "kept.csv.partial"]) expect(await readFile(file(name), "utf8")).toBe(mended);
    expect(await people()).toEqual([]);
  });

  it("of a file with neutralised formulas can be corrected and imported", async () => {
    await importing("email,created_at\n'+ada@x.org,1999-01-01\n+bo@x.org,1999-01-01\n");
    const rejected = await readFile(file("people.csv.rejects.csv"), "utf8");
    expect(rejected).toContain(",'+ada@x.org,1999-01-01\n");
    expect(rejected).toContain(",'+bo@x.org,1999-01-01\n");
    await importing(rejected.replaceAll("1999", "2020"));
    expect(await people()).toEqual(["+ada", "+bo"]);
  });

  it("are printed if no file can be written beside the input", async () => {
    // A folder in the file's place, because root may write everywhere.
    const folder = file("people.csv.rejects.csv.partial");
    await mkdir(folder);
    const { code, err } = await importing(bad);
    await rm(folder, { recursive: true });
    expect(err).toMatch(
      /people\.csv\.rejects\.csv cannot be written: it is a folder\. The reasons:\n {2}line 2: The line has 3 fields instead of 2\.\n/u,
    );
    expect(code).toBe(1);
    expect(await people()).toEqual(["b"]);
    expect(await importing(bad, ["--rejects", join("nowhere", "x.csv")])).toMatchObject({
      code: 1,
      err: expect.stringMatching(/nowhere.x\.csv cannot be written/u),
    });
    expect(await importing("email\nc@x.org\n", ["--rejects", join("nowhere", "x.csv")])).toMatchObject({ code: 1 });
    expect(await people()).toEqual(["b"]);
  });

  it("do not go to stdout", async () => {
    expect(await importing(bad, ["--rejects", "-"])).toMatchObject({
      code: 2,
      err: expect.stringContaining("error: --rejects takes a file, not stdout.\n"),
    });
    await expect(stat(file("-"))).rejects.toThrow("ENOENT");
  });

  it("that do not fit on the disk end the import with one line, and never get the name of complete ones", async () => {
    await writeFile(file("people.csv"), `email\n${"nobody\n".repeat(200)}`);
    const earlier = "rejected line,rejection reason,email\n2,x,a@x.org\n";
    await writeFile(file("people.csv.rejects.csv"), earlier);
    // A limit of 8 blocks behaves like a full disk: one write is accepted in part, the next not at all.
    const outcome: unknown = await sh(
      "sh",
      // The first command may have to build the bundle, which needs more room.
      [
        "-c",
        `"$0" "$1" --help >/dev/null && ulimit -f 8 && exec "$0" "$1" import waitlist people.csv`,
        process.execPath,
        bin,
      ],
      { cwd: file("."), env: { ...process.env, ...hosted(backend()) } },
    ).catch((error: unknown) => error);
    const partial = file("people.csv.rejects.csv.partial");
    expect(outcome).toMatchObject({
      code: 1,
      stderr: expect.stringContaining(
        `are in ${partial}\nerror: ${partial} cannot be written: it exceeds the largest file size allowed here.\n`,
      ),
    });
    expect(await readFile(file("people.csv.rejects.csv"), "utf8")).toBe(earlier);
  });

  it("are written by a dry run only if told to; it shows the first reasons", async () => {
    const { err } = await importing(`email\n${"nobody\n".repeat(12)}`, ["--dry-run"]);
    expect(err.match(/ {2}line \d+: Enter a valid/gu)).toHaveLength(10);
    expect(err).toContain("  … (--rejects FILE has them all)\n");
    expect((await readdir(join(file("people.csv"), ".."))).filter((name) => name.includes("rejects"))).toEqual([]);
    await importing("email\nnobody\n", ["--dry-run", "--rejects", "dry.csv"]);
    expect(await readFile(file("dry.csv"), "utf8")).toContain('2,"Enter a valid');
  });
});
