import { startLoop } from "../../server/lib/loop.ts";
import { createPostgresCalls } from "../../server/store/postgres.ts";
import { createWebhookRound } from "../../server/webhook/deliver.ts";
import { createWebhookQueue } from "../../server/webhook/queue.ts";

// Tells events in a separate process, to be killed. Its arguments: the database, the receiver's address and the secret.
const [databaseUrl = "", receiver = "", secret = ""] = process.argv.slice(2);
const { call } = createPostgresCalls(databaseUrl, { name: "test", connections: 3, timeout: 30_000 });
startLoop(createWebhookRound(createWebhookQueue(call), { url: new URL(receiver), secret }), 100);
