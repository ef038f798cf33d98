import { beforeAll, describe, inject } from "vitest";
import { describeAccounts } from "../../contract/accounts.ts";
import { describeAccountsOf } from "./accounts.ts";
import { describeCalls } from "./calls.ts";
import { missing } from "./gotrue.ts";
import { describePages } from "./pages.ts";
import { type Project, startProject } from "./project.ts";

describe.skipIf(missing)("on a genuine GoTrue", { timeout: 240_000 }, () => {
  let project: Project;
  beforeAll(async () => {
    project = await startProject(inject("hostedClusterUrl"));
    return () => project.stop();
  });

  describeAccounts("a genuine GoTrue", async () => ({ authUrl: project.authUrl, stop: async () => undefined }));
  describeAccountsOf(() => project);
  describeCalls(() => project);
  describePages(() => project);
});
