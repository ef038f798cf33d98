import { readFile } from "node:fs/promises";

export const productUrl = "https://product.example/start?from=mail";

/** This runs the code of a document. */
const AsyncFunction = Object.getPrototypeOf(async () => undefined).constructor;

/**
 * The product of tests, which redeems invite codes by the very lines of docs/growth.md.
 * @returns a function that takes a code and resolves with the person who came, or rejects for a code that is
 * unknown or used
 */
export async function openProduct({ origin, secretKey }: { origin: string; secretKey: string }) {
  const guide = await readFile("docs/growth.md", "utf8");
  const source = /```js\n(?<code>[^]*?)```/u.exec(guide)?.groups?.["code"] ?? "";
  const parameters = ["SUPABASE_URL", "SUPABASE_SECRET_KEY", "code"];
  const redeem = new AsyncFunction(...parameters, `${source} return person;`);
  return (code: string): Promise<{ email: string; share_code: string }> => redeem(origin, secretKey, code);
}
