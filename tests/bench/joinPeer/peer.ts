import Fastify from "fastify";
import { Pool } from "pg";
import * as v from "valibot";
import { emailField } from "../../../server/contract/text.ts";

// The peer of a join: Fastify and pg with the same check of the address and the same unique index, and nothing else:
// no captcha, no rate limit, no suppression list. The argument is the database's connection string.

const pool = new Pool({ connectionString: process.argv[2], max: 10 });
await pool.query(`create table if not exists peer_waitlist (
  id uuid primary key default gen_random_uuid(), email text not null unique, notified boolean not null default false,
  created_at timestamptz not null default now())`);

const body = v.object({ email: emailField(254) });
const app = Fastify();
app.post("/waitlist", async (request, reply) => {
  const parsed = v.safeParse(body, request.body);
  if (!parsed.success) return reply.code(422).send({ code: "invalid" });
  const { rowCount } = await pool.query({
    name: "join",
    text: "insert into peer_waitlist (email, notified) values ($1, false) on conflict (email) do nothing",
    values: [parsed.output.email],
  });
  return rowCount === 1
    ? reply.code(201).send({ code: "joined" })
    : reply.code(409).send({ code: "already_subscribed" });
});
const url = await app.listen({ port: 0, host: "127.0.0.1" });
process.send?.({ url: `${url}/waitlist` });
process.once(
  "message",
  () =>
    void app
      .close()
      .then(() => pool.end())
      .then(() => process.disconnect()),
);
