const lineEnd = /\r\n|\n|\r/gu;

/** What follows the first `skip` lines of a text that comes in pieces. */
export async function* afterLines(pieces: AsyncIterable<string>, skip: number): AsyncGenerator<string> {
  let left = skip;
  let held = "";
  for await (const piece of pieces) {
    let text = held + piece;
    held = "";
    // It may be the first half of CRLF: the next piece tells.
    if (left > 0 && text.endsWith("\r")) {
      held = "\r";
      text = text.slice(0, -1);
    }
    let at = 0;
    lineEnd.lastIndex = 0;
    while (left > 0 && lineEnd.exec(text)) {
      at = lineEnd.lastIndex;
      left -= 1;
    }
    if (left === 0) yield text.slice(at) + held;
    if (left === 0) held = "";
  }
}
