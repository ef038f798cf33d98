import { beforeAll, describe, inject } from "vitest";
import { missing } from "./gotrue.ts";
import { describePages } from "./pages.ts";
import { type Project, startProject } from "./project.ts";

describe.skipIf(missing)("on a genuine GoTrue", { timeout: 240_000 }, () => {
  let project: Project;
  beforeAll(async () => {
    project = await startProject(inject("hostedClusterUrl"));
    return () => project.stop();
  });

  describePages(() => project);
});
