import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import * as v from "valibot";
import { WebSocket } from "ws";
import { quietBrowser } from "../../../scripts/build/findBrowser.ts";
import { ensureChromium } from "../../support/chromium.ts";

const message = v.object({
  id: v.optional(v.number()),
  method: v.optional(v.string()),
  params: v.optional(v.record(v.string(), v.unknown()), {}),
  result: v.optional(v.record(v.string(), v.unknown()), {}),
  error: v.optional(v.object({ message: v.string() })),
});

type Values = Record<string, unknown>;

/** A Chromium driven only by the DevTools protocol, with no domain enabled but those requested. */
export interface Devtools {
  send(method: string, params?: Values, session?: string): Promise<Values>;
  on(method: string, listen: (params: Values) => void): void;
  close(): Promise<void>;
}

/**
 * Playwright and Puppeteer enable the Runtime domain, and V8 then captures a full stack for every new Error: two
 * that React creates while it is evaluated cause all of it to be parsed a second time.
 */
export async function launchDevtools(): Promise<Devtools> {
  const profile = await mkdtemp(join(tmpdir(), "keelbook-bench-"));
  const executable = ensureChromium((line) => process.stderr.write(`${line}\n`));
  const browser = spawn(
    executable,
    [...quietBrowser, "--headless=new", "--remote-debugging-port=0", `--user-data-dir=${profile}`, "about:blank"],
    { stdio: ["ignore", "ignore", "pipe"] },
  );
  const address = await new Promise<string>((resolve, reject) => {
    browser.once("exit", () => reject(new Error("Chromium did not start.")));
    createInterface(browser.stderr).on("line", (line) => resolveAddress(line, resolve));
  });
  const socket = new WebSocket(address);
  await once(socket, "open");

  const waiting = new Map<number, (answer: v.InferOutput<typeof message>) => void>();
  const listeners: { method: string; listen: (params: Values) => void }[] = [];
  socket.addEventListener("message", ({ data }) => {
    const heard = v.parse(message, JSON.parse(String(data)));
    if (heard.id !== undefined) waiting.get(heard.id)?.(heard);
    for (const { method, listen } of listeners) if (method === heard.method) listen(heard.params);
  });
  let last = 0;
  const send: Devtools["send"] = (method, params = {}, sessionId) =>
    new Promise((resolve, reject) => {
      const id = ++last;
      waiting.set(id, ({ result, error }) =>
        error ? reject(new Error(`${method}: ${error.message}`)) : resolve(result),
      );
      socket.send(JSON.stringify({ id, method, params, sessionId }));
    });
  return {
    send,
    on: (method, listen) => void listeners.push({ method, listen }),
    close: async () => {
      // A signal would leave Chromium's socket in the temporary folder.
      const ended = once(browser, "exit");
      await send("Browser.close");
      await ended;
      socket.close();
      await rm(profile, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

function resolveAddress(line: string, resolve: (address: string) => void): void {
  const address = /^DevTools listening on (ws:.+)$/u.exec(line)?.[1];
  if (address) resolve(address);
}
