import { beforeAll, describe, expect, it } from "vitest";
import { embeddedPublishableKey } from "../../server/contract/embedded.ts";
import { startBackend } from "../support/backend.ts";
import { testKeys } from "../support/postgres.setup.ts";
import { fakeBackend } from "./fakeBackend.ts";
import { projectWithUsers } from "./projectWithUsers.ts";
import { cli, hosted } from "./terminal.ts";

/** Answers of the embedded stack and PostgREST while their database is down, recorded from a killed and a starting one. */
const answers: [who: string, status: number, body: Record<string, string | null>][] = [
  ["killed", 500, { code: "SUP", message: "Error: connect ECONNREFUSED 127.0.0.1:40669" }],
  ["starting", 500, { code: "SUP", message: "PostgresError: the database system is starting up" }],
  ["ended", 500, { code: "57P01", message: "terminating connection due to administrator command" }],
  ["away from PostgREST", 503, { code: "PGRST001", message: "Database client error. Retrying the connection." }],
];

describe("check while the database is away", () => {
  let backend: Awaited<ReturnType<typeof startBackend>>;
  beforeAll(async () => {
    backend = await startBackend();
    return () => backend.stop();
  });

  /** Checks a backend whose database dies with the nth request. */
  const checkedFrom = async (from: number, status: number, body: unknown) => {
    const fake = await fakeBackend(backend.origin, (_request, response, nth) => {
      if (nth < from) return false;
      response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
      return true;
    });
    const env = {
      ...hosted({ origin: fake.origin, secretKey: backend.secretKey }),
      SUPABASE_PUBLISHABLE_KEY: embeddedPublishableKey,
      SUPABASE_JWT_SECRET: testKeys.jwtSecret,
    };
    return cli(["check", "--json", "--retries", "0"], { env }).finally(fake.stop);
  };
  const findingsOf = (out: string) => {
    const { findings }: { findings: { check: string; level: string; message: string; remedy?: string }[] } =
      JSON.parse(out);
    return findings;
  };

  it.each(answers)("says so, and what to do, when it was %s", async (_, status, body) => {
    const { code, out, err } = await checkedFrom(1, status, body);
    expect(code).toBe(4);
    expect(err).toMatch(/^error: The backend answers, but its database does not: .+\n$/u);
    const backendFindings = findingsOf(out).filter(({ check }) => check === "backend");
    expect(backendFindings).toEqual([
      expect.objectContaining({
        level: "wrong",
        message: expect.stringContaining("its database does not"),
        remedy: expect.stringContaining("https://"),
      }),
    ]);
    // Checks that need no database run nevertheless, and nothing is blamed on the migrations.
    expect(findingsOf(out).map(({ check }) => check)).toEqual(expect.arrayContaining(["environment", "export"]));
    expect(out).not.toMatch(/deploy|can read/u);
  });

  it.each([
    [522, "", "The backend is not available (HTTP 522)."],
    [540, "", "The project is paused (HTTP 540)."],
    [402, "exceed_egress_quota", "The project is restricted by Supabase (HTTP 402): exceed_egress_quota"],
  ])("says so for a hosted project that answers %i, and blames no migration", async (status, message, said) => {
    const { code, out, err } = await checkedFrom(1, status, { message });
    expect(code).toBe(4);
    expect(err).toContain(`error: ${said}\n`);
    expect(findingsOf(out)).toContainEqual(
      expect.objectContaining({
        check: "backend",
        level: "wrong",
        message: said,
        remedy: expect.stringContaining("https://"),
      }),
    );
    expect(out).not.toContain("migrations");
  });

  it("names the user that it made and could not remove", async () => {
    const project = await projectWithUsers({ ...hosted(backend), SUPABASE_PUBLISHABLE_KEY: embeddedPublishableKey });
    const front = await fakeBackend(project.env["SUPABASE_URL"] ?? "", ({ method, url }, response) =>
      Boolean(method === "DELETE" && url?.includes("/admin/users/") && response.writeHead(502).end()),
    );
    const env = { ...project.env, SUPABASE_URL: front.origin };
    const { out } = await cli(["check", "backend", "--json", "--retries", "0"], { env });
    await front.stop();
    await project.stop();
    expect(findingsOf(out).filter(({ level }) => level === "warning")).toEqual([
      {
        check: "policies",
        level: "warning",
        message: expect.stringMatching(
          /^The user check-\S+@stranger\.invalid, made for the check, may still be there \(.+\)\.$/u,
        ),
        remedy: expect.stringMatching(/^Remove it: npx prelaunch erase check-\S+@stranger\.invalid$/u),
      },
    ]);
    expect(out).not.toContain("could not sign in");
  });

  it("does not count a failed connection as access", async () => {
    const { code, out } = await checkedFrom(20, 500, {
      code: "SUP",
      message: "Error: connect ECONNREFUSED 127.0.0.1:40669",
    });
    expect(code).toBe(4);
    expect(findingsOf(out).filter(({ message }) => /visitor|stranger/u.test(message))).toEqual([]);
  });
});
