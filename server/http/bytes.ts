/**
 * Reads a body of at most `most` bytes while it comes, so that nobody fills the memory by one.
 * @returns undefined where it is longer; the rest is not read then
 * @throws what the body breaks off with
 */
export async function readBytes({ body }: Request | Response, most: number): Promise<Uint8Array | undefined> {
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  for await (const chunk of body ?? []) {
    size += chunk.byteLength;
    if (size > most) return undefined;
    chunks.push(chunk.slice());
  }
  return new Uint8Array(await new Blob(chunks).arrayBuffer());
}

/** Longest answer of somebody else's service that is read, in bytes; those that are understood have some hundred. */
const longestAnswer = 64 * 1024;

/**
 * Reads the JSON that somebody else's service answered.
 * @throws SyntaxError for what is none, RangeError for more than 64 KiB, what the body breaks off with
 */
export async function readAnswer(answer: Response): Promise<unknown> {
  const bytes = await readBytes(answer, longestAnswer);
  if (!bytes) throw new RangeError(`The answer is longer than ${longestAnswer} bytes.`);
  return JSON.parse(new TextDecoder().decode(bytes));
}
