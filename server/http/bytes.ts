/**
 * Reads a body of at most `most` bytes as a stream, so that a large one cannot fill the memory.
 * @returns undefined if it is longer; the rest is not read
 * @throws the error with which the body breaks off
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

/** Largest answer of an external service that is read, in bytes; valid ones have some hundred. */
const longestAnswer = 64 * 1024;

/**
 * Reads the JSON answer of an external service.
 * @throws SyntaxError for invalid JSON, RangeError for more than 64 KiB, the error with which the body breaks off
 */
export async function readAnswer(answer: Response): Promise<unknown> {
  const bytes = await readBytes(answer, longestAnswer);
  if (!bytes) throw new RangeError(`The answer is longer than ${longestAnswer} bytes.`);
  return JSON.parse(new TextDecoder().decode(bytes));
}
