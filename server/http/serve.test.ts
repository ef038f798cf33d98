import { connect } from "node:net";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { type HttpServer, serve } from "./serve.ts";

describe("serve", () => {
  let server: HttpServer;
  beforeAll(async () => {
    server = await serve((_, clientAddress) => new Response(null, { status: clientAddress ? 204 : 200 }), {
      port: 0,
      host: "127.0.0.1",
      proxies: 1,
    });
  });
  afterAll(() => server.close());

  /** What is answered until the connection ends. */
  const receive = (port: number, text: string) =>
    new Promise<string>((resolve, reject) => {
      const socket = connect(port, "127.0.0.1", () => socket.write(text));
      let answer = "";
      socket.setEncoding("utf8").on("data", (part: string) => (answer += part));
      socket.on("close", () => resolve(answer)).on("error", reject);
    });
  /** First line of the answer to a request of these lines. */
  const send = async (...lines: string[]) =>
    (await receive(server.port, [...lines, "", ""].join("\r\n"))).split("\r\n")[0];
  const ask = (...headers: string[]) => send("GET / HTTP/1.1", ...headers, "Connection: close");

  it.each([
    ["localhost", "localhost", /^(?:127\.0\.0\.1|\[::1\])$/u],
    ["0.0.0.0", "localhost", /^127\.0\.0\.1$/u],
  ])("can be reached at the addresses that it gives for %s", async (host, name, bound) => {
    const { url, boundUrl, port, close } = await serve(() => new Response("answered"), { port: 0, host });
    onTestFinished(close);
    expect(url).toBe(`http://${name}:${port}`);
    expect(new URL(boundUrl).hostname).toMatch(bound);
    for (const address of [url, boundUrl]) expect(await (await fetch(address)).text()).toBe("answered");
    await expect(serve(() => new Response(), { port, host })).rejects.toThrow(
      `Port ${port} is in use. Stop what runs there, or choose another: PORT=${port + 1} npm start`,
    );
  });

  it("says once that a proxy is in front, whose visitors would all count as one", async () => {
    let said = 0;
    const { url, close } = await serve(() => new Response(), {
      port: 0,
      host: "127.0.0.1",
      onUnexpectedProxy: () => (said += 1),
    });
    onTestFinished(close);
    await fetch(url);
    expect(said).toBe(0);
    for (const visitor of ["192.0.2.1", "192.0.2.2"]) await fetch(url, { headers: { "x-forwarded-for": visitor } });
    expect(said).toBe(1);
  });

  it("ends a connection on which more than ten requests wait", async () => {
    const { port, close } = await serve(() => new Promise(() => undefined), { port: 0, host: "127.0.0.1" });
    onTestFinished(close);
    expect(await receive(port, "GET / HTTP/1.1\r\nHost: a\r\n\r\n".repeat(11))).toBe("");
  });

  it("answers and closes each connection that arrives while it stops", async () => {
    const round = async () => {
      const { port, close, letLastArrive } = await serve(() => new Response(), { port: 0, host: "127.0.0.1" });
      const visit = () => receive(port, "GET / HTTP/1.1\r\nHost: a\r\n\r\n");
      // The kernel accepts half of them before the stop, in this turn, and half after it has begun.
      const visits = Array.from({ length: 20 }, visit);
      await Promise.resolve();
      const stopped = letLastArrive().then(close);
      visits.push(...Array.from({ length: 20 }, visit));
      for (const answer of await Promise.all(visits))
        expect(answer).toMatch(/^HTTP\/1\.1 200 OK\r\n[^]*Connection: close/u);
      await stopped;
    };
    await Promise.all(Array.from({ length: 20 }, round));
  });

  it("lets a proxy keep idle connections, and reads its header behind thousands of others", async () => {
    expect((await fetch(server.url)).headers.get("keep-alive")).toBe("timeout=125");
    const many = Array.from({ length: 2500 }, () => "a:");
    expect(await ask("Host: site.example", ...many, "X-Forwarded-For: 192.0.2.1")).toBe("HTTP/1.1 204 No Content");
    // HTTP/1.0 without a host is a load balancer's health check.
    expect(await send("GET / HTTP/1.0")).toBe("HTTP/1.1 200 OK");
  });

  it.each([
    ["no host", []],
    ["a length and chunks", ["Host: site.example", "Content-Length: 1", "Transfer-Encoding: chunked"]],
  ])("refuses a request with %s", async (_, headers) => {
    expect(await ask(...headers)).toBe("HTTP/1.1 400 Bad Request");
  });
});
