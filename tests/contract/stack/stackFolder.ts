import { type ChildProcess, spawn } from "node:child_process";
import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach } from "vitest";
import { startStack, type Stack, type StackOptions } from "../../../server/embedded/stack/stack.ts";
import { createServiceClient } from "../../../server/supabase/client.ts";
import { nodeHost } from "../../../server/supabase/nodeHost.ts";
import { prepareDataFolder } from "../../support/preparedFolder.ts";

/** A data folder of its own for each test of a file, and what ran in it stopped afterwards. */
export interface StackFolder {
  /** Of the data folder; belongs to the test alone. */
  readonly parent: string;
  readonly dataFolder: string;
  /** Has a stack have been started in the data folder before: for tests of something else than the first start. */
  prepare(): Promise<void>;
  start(options?: Partial<StackOptions>): Promise<Stack>;
  /** A program of tests/support on the data folder, in a process of its own, to be killed. */
  run(program: "runStack.ts" | "holdLock.ts"): ChildProcess;
}

/** Registers the hooks. */
export function useStackFolder(): StackFolder {
  let parent = "";
  const running: Stack[] = [];
  const children: ChildProcess[] = [];
  beforeEach(async () => {
    parent = await mkdtemp(join(tmpdir(), "keelbook-stack-"));
    // PostgreSQL runs as its own user under root and must be able to reach the folder.
    await chmod(parent, 0o755);
  });
  afterEach(async () => {
    for (const child of children.splice(0)) child.kill("SIGKILL");
    for (const stack of running.splice(0)) await stack.stop();
    await rm(parent, { recursive: true, force: true });
  });
  const folder: StackFolder = {
    get parent() {
      return parent;
    },
    get dataFolder() {
      return join(parent, "data");
    },
    prepare: () => prepareDataFolder(folder.dataFolder),
    async start(options = {}) {
      const stack = await startStack({ dataFolder: folder.dataFolder, port: 0, ...options });
      running.push(stack);
      return stack;
    },
    run(program) {
      const script = fileURLToPath(new URL(`../../support/${program}`, import.meta.url));
      const child = spawn(process.execPath, ["--import", "tsx", script, folder.dataFolder], {
        stdio: ["ignore", "pipe", "ignore"],
      });
      children.push(child);
      return child;
    },
  };
  return folder;
}

/** A client with the stack's secret key. */
export const operator = (stack: Stack) => createServiceClient(stack.url, stack.keys.secretKey, nodeHost);
