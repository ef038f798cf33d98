import { SaxesParser } from "saxes";
import { CliError } from "../../../cli/errors.ts";

/** Callbacks for an XML file: elements by their local names, and the text within. */
export interface XmlHandler {
  open?(name: string, attributes: Record<string, string>): void;
  text?(text: string): void;
  close?(name: string): void;
}

/** Most bytes without the end of a tag: the parser keeps them in memory. Excel's longest text has 32,767 characters. */
const longestSpan = 4 * 1024 * 1024;

const local = (name: string): string => name.slice(name.indexOf(":") + 1);

/**
 * Reads XML piece by piece; yields after each piece, so that the caller can take what it has gathered. A document type
 * declaration is refused: workbooks have none, and entities can make a small file expand into a huge one. So is an endless text.
 * @throws CliError `failed` for XML that is not well-formed.
 */
export async function* readXml(
  file: string,
  bytes: AsyncIterable<Buffer>,
  handler: XmlHandler,
): AsyncGenerator<undefined> {
  const parser = new SaxesParser({ xmlns: false });
  const refuse = (why: string) => new CliError("failed", `${file} is a damaged workbook: ${why}.`);
  let failure: CliError | undefined;
  let span = 0;
  parser.on("error", ({ message }) => (failure ??= refuse(message)));
  parser.on("doctype", () => (failure ??= refuse("it has a document type declaration")));
  parser.on("opentag", ({ name, attributes }) => {
    span = 0;
    handler.open?.(local(name), attributes);
  });
  parser.on("text", (text) => handler.text?.(text));
  parser.on("cdata", (text) => handler.text?.(text));
  parser.on("closetag", ({ name }) => {
    span = 0;
    handler.close?.(local(name));
  });
  const decoder = new TextDecoder();
  for await (const chunk of bytes) {
    span += chunk.length;
    parser.write(decoder.decode(chunk, { stream: true }));
    if (span > longestSpan) failure ??= refuse("a text in it is too long");
    if (failure) throw failure;
    yield undefined;
  }
  parser.write(decoder.decode()).close();
  if (failure) throw failure;
}

/** Reads a whole XML file that is known to be small. */
export async function readSmallXml(file: string, bytes: AsyncIterable<Buffer>, handler: XmlHandler): Promise<void> {
  const pieces = readXml(file, bytes, handler);
  while (!(await pieces.next()).done);
}
