import { once } from "node:events";
import { Worker } from "node:worker_threads";
import { expect, it } from "vitest";

it("keeps from a page what pages of other threads say to each other", async () => {
  const heard: unknown[] = [];
  const [said, other] = [new BroadcastChannel("session"), new BroadcastChannel("session")];
  other.addEventListener("message", ({ data }) => heard.push(data));
  const worker = new Worker(
    `const channel = new BroadcastChannel("session");
     channel.postMessage("of another thread");
     channel.close();`,
    { eval: true },
  );
  await once(worker, "exit");
  const arrived = once(other, "message");
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has no origin to name
  said.postMessage("of this thread");
  await arrived;
  expect(heard).toEqual(["of this thread"]);
  said.close();
  other.close();
});
