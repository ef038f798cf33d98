import { once } from "node:events";
import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach } from "vitest";
import { startStack, type Stack, type StackOptions } from "../../../server/embedded/stack/stack.ts";
import { createServiceClient } from "../../../server/supabase/client.ts";
import { nodeHost } from "../../../server/supabase/nodeHost.ts";
import { prepareDataFolder } from "../../support/preparedFolder.ts";
import { startUnreaped, type Unreaped } from "../../support/unreaped.ts";

/** Gives each test of a file a new data folder, and afterwards stops what ran in it. */
interface StackFolder {
  /** Parent of the data folder; each test has a new one. */
  readonly parent: string;
  readonly dataFolder: string;
  /** Makes the data folder one in which a stack was started before, for tests of anything but the first start. */
  prepare(): Promise<void>;
  start(options?: Partial<StackOptions>): Promise<Stack>;
  /**
   * Runs a stack on the data folder in a separate process, to be killed, and resolves with its address. Like a
   * container's first process, its parent never reaps.
   */
  run(): Promise<{ kill: Unreaped["kill"]; url: string }>;
}

export function useStackFolder(): StackFolder {
  let parent = "";
  const running: Stack[] = [];
  beforeEach(async () => {
    parent = await mkdtemp(join(tmpdir(), "keelbook-stack-"));
    // When run by root, PostgreSQL runs as its own user, who must be able to reach the folder.
    await chmod(parent, 0o755);
  });
  afterEach(async () => {
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
    async run() {
      const script = fileURLToPath(new URL("./runStack.ts", import.meta.url));
      const { out, kill } = await startUnreaped(process.execPath, "--import", "tsx", script, folder.dataFolder);
      const [line] = await once(out, "data");
      return { kill, url: String(line).trim() };
    },
  };
  return folder;
}

export const operator = (stack: Stack) => createServiceClient(stack.url, stack.keys.secretKey, nodeHost);
