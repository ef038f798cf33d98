import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { readOrCreateKeys } from "../folder/keys.ts";
import { acquireLock, FolderInUseError, type Lock } from "../lock/lock.ts";
import { joinOr } from "./joinOr.ts";

const url = "http://localhost:1";

describe("a command that finds a data folder in use", () => {
  let folder: string;
  let lock: Lock;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), "keelbook-join-"));
    await readOrCreateKeys(folder);
    return () => lock.release().then(() => rm(folder, { recursive: true }));
  });
  const never = () => Promise.reject(new Error("There is a stack already."));

  it("joins the stack of a process that was faster than itself", async () => {
    const tooLate = async () => {
      lock = await acquireLock(folder);
      lock.publish(url);
      throw new FolderInUseError("It is in use.");
    };
    const joined = await joinOr(folder, {}, tooLate);
    expect(joined).toMatchObject({ url, sends: true });
    await joined.close();
  });

  it("says once that it waits for a stack that is starting", async () => {
    lock = await acquireLock(folder);
    const said: string[] = [];
    const joining = joinOr(folder, { waits: (line) => said.push(line) }, never);
    await expect.poll(() => said).toHaveLength(1);
    // It looks again ten times a second.
    await new Promise((resolve) => setTimeout(resolve, 250));
    lock.publish(url);
    await joining.then(({ close }) => close());
    expect(said).toEqual([`Waiting for the stack that process ${process.pid} is starting or stopping in ${folder}.`]);
  });

  it("waits for the end of a stack that sends no mails, if it is to send some", async () => {
    lock = await acquireLock(folder, { ends: true });
    lock.publish(url, { mailsWait: true });
    const joined = await joinOr(folder, {}, never);
    expect(joined).toMatchObject({ url, sends: false });
    await joined.close();
    const waits = vi.fn(() => void lock.release());
    expect(await joinOr(folder, { sends: true, waits }, async () => "its own")).toBe("its own");
    expect(waits).toHaveBeenCalledExactlyOnceWith(expect.stringContaining("sends no mails, to end."));
  });
});
