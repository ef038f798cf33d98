import { expect, it } from "vitest";
import { likeGoTrue } from "./likeGoTrue.ts";

it("a session is renewed by the second of two requests that came together, though the first failed", async () => {
  const answers = [() => Promise.reject(new Error("The database is gone.")), async () => Response.json({})];
  const service = likeGoTrue(() => answers.shift()?.() ?? Promise.reject(new Error("It was asked once more.")));
  const renew = () =>
    service(
      new Request("http://localhost/auth/v1/token?grant_type=refresh_token", {
        method: "POST",
        body: JSON.stringify({ refresh_token: "token" }),
      }),
    );
  const ends = await Promise.allSettled([renew(), renew()]);
  expect(ends.map(({ status }) => status)).toEqual(["rejected", "fulfilled"]);
});
