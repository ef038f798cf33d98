import { connect, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { formsBasePath } from "../../../server/contract/routes.ts";
import { type Figure, figure, note, percentile, tally } from "../support/figures.ts";
import { withBench } from "../support/part.ts";
import { memoryOf } from "../support/stackProcess.ts";

/** Number of connections that send a byte now and then. */
const dawdlers = 200;

/** How long they do so, in ms. */
const length = 30_000;

const head = (bytes: number) =>
  `POST ${formsBasePath}/waitlist HTTP/1.1\r\nhost: localhost\r\nx-forwarded-for: 192.0.2.1\r\ncontent-type: application/json\r\ncontent-length: ${bytes}\r\n\r\n`;

/** Bodies that end early, state a wrong length, or are missing. */
const broken = [
  `${head(1000)}{"email":"a`,
  `${head(2)}{"email":"ada`,
  `${head(10).replace("content-length: 10", "transfer-encoding: chunked")}5\r\n{"ema`,
  `${head(10).replace("content-length: 10", "content-length: 10\r\ncontent-length: 11")}{"email":""}`,
  `${head(2)}{}`.slice(0, 40),
  "GET / HTTP/9.9\r\n\r\n",
  "\0\0\0\0",
];

function open(port: number, first: string): Socket {
  const socket = connect(port, "127.0.0.1");
  socket.on("error", () => undefined).on("data", () => undefined);
  socket.write(first);
  return socket;
}

/** Slow and truncated bodies beside normal visitors. */
export const slow = (): Promise<Figure[]> =>
  withBench(async ({ crowd, stack, dataFolder }) => {
    const port = Number(new URL(stack().url).port);
    for (let n = 0; n < 20; n++) await crowd.visit(stack().url);
    const before = await memoryOf(stack(), dataFolder);
    const sockets = Array.from({ length: dawdlers }, () => open(port, head(10_000)));
    const good: { status: number; ms: number }[] = [];
    for (const until = performance.now() + length; performance.now() < until; await sleep(100)) {
      for (const socket of sockets) if (socket.writable) socket.write("{");
      for (const text of broken) open(port, text).end();
      good.push(await crowd.visit(stack().url));
    }
    for (const socket of sockets) socket.destroy();
    await sleep(1000);
    const after = await memoryOf(stack(), dataFolder);
    const slowest = percentile(
      good.map(({ ms }) => ms),
      0.95,
    );
    return [
      note("dawdling connections, and broken requests", `${dawdlers}, ${good.length * broken.length}`),
      figure(
        "answers to good visitors beside them",
        tally(good.map(({ status }) => status)),
        good.every(({ status }) => status === 201),
      ),
      figure("their time, 95 %", `${Math.round(slowest)} ms`, slowest < 2000),
      figure(
        "memory of the stack before and after",
        `${Math.round(before.node)}, ${Math.round(after.node)} MiB`,
        after.node < before.node + 64,
      ),
      figure(
        "lines with a status of 500 in the log",
        stack().output().split(" 500 ").length - 1,
        !stack().output().includes(" 500 "),
      ),
    ];
  });
