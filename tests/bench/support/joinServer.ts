import { randomUUID } from "node:crypto";
import { createBackend } from "../../../server/backend.ts";
import { formsBasePath } from "../../../server/contract/outcomes.ts";
import { serve } from "../../../server/http/serve.ts";
import { createPostgresStore } from "../../../server/store/postgres.ts";

// This serves the form routes of the embedded stack for a load of joins. The captcha's arithmetic is left out:
// every token counts as an unspent solution, and is spent. The argument is the database's connection string.

/** Makes 64 unused hexadecimal digits. `randomBytes` would take a twentieth of the time of a join. */
const solutionHash = () => `${randomUUID()}${randomUUID()}`.replaceAll("-", "");

const store = createPostgresStore(process.argv[2] ?? "");
const backend = createBackend({
  store,
  captcha: {
    verify: async () => ({ hash: solutionHash(), expiresAt: new Date(Date.now() + 1_200_000) }),
  },
  siteUrl: "http://localhost",
  secret: "the-secret-of-a-benchmark-of-joins-only",
  placeFrom: 100,
});
// As in a launch, every visitor has a different address.
const server = await serve((request, clientAddress) => backend.fetch(request, { clientAddress }), {
  port: 0,
  host: "127.0.0.1",
  proxies: 1,
});
process.send?.({ url: `http://127.0.0.1:${server.port}${formsBasePath}` });
process.once(
  "message",
  () =>
    void server
      .close()
      .then(() => store.close())
      .then(() => process.disconnect()),
);
