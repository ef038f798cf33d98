import { beforeAll, describe, expect, it } from "vitest";
import { application, ask, beginVisit, calls, inShort, otherCalls, type Visitor } from "../../support/authCalls.ts";
import { answerOf } from "../differences.ts";
import { signToken } from "../support/keys.ts";
import type { Project } from "./project.ts";

/** Makes an expired token with the same claims. */
function expired(token: string): string {
  const claims: object = JSON.parse(Buffer.from(token.split(".")[1] ?? "", "base64url").toString());
  return signToken({ ...claims, exp: 1 });
}

/** Tests what anybody can ask of a hosted project's services over HTTP. */
export function describeCalls(projectOf: () => Project) {
  describe("the calls of tests/support/authCalls.ts are answered as tests/hosted/differences.ts says", () => {
    let project: Project;
    let visitor: Visitor;
    beforeAll(async () => {
      project = projectOf();
      await project.supabase.from("beta_applications").insert(application).throwOnError();
      visitor = await beginVisit(project, expired);
    });

    it.each([...otherCalls, ...calls])("%s", async (...call) => {
      project.takeAddress();
      expect(await inShort(await ask(project.service, visitor, call))).toBe(answerOf(call[0], "hosted"));
    });
  });
}
