import { connect, Server } from "node:net";
import { networkInterfaces } from "node:os";
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from "vitest";
import { freePort } from "../../../tests/support/freePort.ts";
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

  /** First line of the answer to a request of these lines. */
  const send = (...lines: string[]) =>
    new Promise<string>((resolve, reject) => {
      const socket = connect(server.port, "127.0.0.1", () => socket.write([...lines, "", ""].join("\r\n")));
      let answer = "";
      socket.setEncoding("utf8").on("data", (text: string) => (answer += text));
      socket.on("close", () => resolve(answer.split("\r\n")[0] ?? "")).on("error", reject);
    });
  const ask = (...headers: string[]) => send("GET / HTTP/1.1", ...headers, "Connection: close");

  it("answers a load balancer's health check without a host, which HTTP/1.0 does not require", async () => {
    expect(await send("GET / HTTP/1.0")).toBe("HTTP/1.1 200 OK");
  });

  it("lets a proxy keep idle connections for two minutes, as Caddy does", async () => {
    const answer = await fetch(server.url);
    expect(answer.headers.get("keep-alive")).toBe("timeout=125");
  });

  const hasIpv6 = Object.values(networkInterfaces()).some((addresses) =>
    addresses?.some(({ address }) => address === "::1"),
  );

  // Not on every machine does localhost mean ::1, too.
  const ipv6: [string, string, RegExp][] = [
    ["::", "localhost", /^127\.0\.0\.1$/u],
    ["::1", "[::1]", /^\[::1\]$/u],
  ];

  it.each<[string, string, RegExp]>([
    ["127.0.0.1", "localhost", /^127\.0\.0\.1$/u],
    ["localhost", "localhost", /^(?:127\.0\.0\.1|\[::1\])$/u],
    ["0.0.0.0", "localhost", /^127\.0\.0\.1$/u],
    ...(hasIpv6 ? ipv6 : []),
  ])("can be reached at the addresses that it gives for %s", async (host, name, bound) => {
    const { url, boundUrl, port, close } = await serve(() => new Response("answered"), { port: 0, host });
    onTestFinished(close);
    expect(url).toBe(`http://${name}:${port}`);
    expect(new URL(boundUrl).hostname).toMatch(bound);
    for (const address of [url, boundUrl]) expect(await (await fetch(address)).text()).toBe("answered");
  });

  describe.runIf(hasIpv6)("at the other address that localhost may mean", () => {
    it.each(["127.0.0.1", "localhost", "0.0.0.0", "::"])("answers until it stops, listening on %s", async (host) => {
      const port = await freePort();
      let asked = 0;
      const answer = async () => {
        asked++;
        await expect.poll(() => asked).toBe(2);
        return new Response("answered");
      };
      const { close } = await serve(answer, { port, host });
      const answers = ["127.0.0.1", "[::1]"].map(async (name) => (await fetch(`http://${name}:${port}`)).text());
      await expect.poll(() => asked).toBe(2);
      await close();
      expect(await Promise.all(answers)).toEqual(["answered", "answered"]);
      for (const name of ["127.0.0.1", "[::1]"])
        await expect(fetch(`http://${name}:${port}`)).rejects.toHaveProperty("cause.code", "ECONNREFUSED");
    });

    it("does not leave a browser to another program, and says that there is one", async () => {
      const other = await serve(() => new Response(), { port: 0, host: "::1" });
      onTestFinished(other.close);
      const listen = () => serve(() => new Response(), { port: other.port, host: "127.0.0.1" });
      await expect(listen()).rejects.toThrow(
        `Port ${other.port} is in use on ::1, to which http://localhost:${other.port} may lead as well. Stop what runs there, or `,
      );
      // Nothing of it is left.
      await other.close();
      await (await listen()).close();
    });
  });

  it.each(["EADDRNOTAVAIL", "EAFNOSUPPORT"])("answers on 127.0.0.1 alone where ::1 is none (%s)", async (code) => {
    const { listen } = Server.prototype;
    const spy = vi.spyOn(Server.prototype, "listen").mockImplementation(function (this: Server, ...args: unknown[]) {
      if (!args.includes("::1")) return Reflect.apply(listen, this, args);
      process.nextTick(() => this.emit("error", Object.assign(new Error(code), { code })));
      return this;
    });
    onTestFinished(() => spy.mockRestore());
    const { url, close } = await serve(() => new Response("answered"), { port: await freePort(), host: "127.0.0.1" });
    expect(await (await fetch(url.replace("localhost", "127.0.0.1"))).text()).toBe("answered");
    await close();
    await expect(fetch(url.replace("localhost", "127.0.0.1"))).rejects.toThrow("fetch failed");
  });

  it.each([
    [4711, 4712],
    [65_535, 65_534],
  ])("names another port where %i is in use", async (port, other) => {
    const listen = () => serve(() => new Response(), { port, host: "127.0.0.1" });
    // Whoever has it.
    const taken = await listen().catch(() => undefined);
    onTestFinished(() => taken?.close());
    await expect(listen()).rejects.toThrow(
      `Port ${port} is in use. Stop what runs there, or choose another: PORT=${other} npm start`,
    );
  });

  it("answers a request with one host", async () => {
    expect(await ask("Host: site.example")).toBe("HTTP/1.1 200 OK");
  });

  const many = Array.from({ length: 2500 }, () => "a:");

  it("reads the proxy's header behind thousands of others", async () => {
    expect(await ask("Host: site.example", ...many, "X-Forwarded-For: 192.0.2.1")).toBe("HTTP/1.1 204 No Content");
  });

  it.each([
    ["two hosts", ["Host: site.example", "host: evil.example"]],
    ["two hosts far apart", ["Host: site.example", ...many, "Host: evil.example"]],
    ["one host twice", ["Host: site.example", "Host: site.example"]],
    ["no host", []],
    ["a path for a host", ["Host: a/../b"]],
    ["a user in its host", ["Host: user@site.example"]],
    ["two lengths", ["Host: site.example", "Content-Length: 1", "Content-Length: 2"]],
    ["a length and chunks", ["Host: site.example", "Content-Length: 1", "Transfer-Encoding: chunked"]],
  ])("refuses a request with %s", async (_, headers) => {
    expect(await ask(...headers)).toBe("HTTP/1.1 400 Bad Request");
  });

  it("ends the connection of two hosts, as what follows may be for another than a proxy in front takes it for", async () => {
    expect(await send("GET / HTTP/1.1", "Host: site.example", "Host: evil.example")).toBe("HTTP/1.1 400 Bad Request");
  });
});
