import { SaxesParser } from "saxes";
import { CliError } from "../../../cli/errors.ts";

/** Callbacks for an XML file: elements by their local names, and the text within. */
export interface XmlHandler {
  open?(name: string, attributes: Record<string, string>): void;
  text?(text: string): void;
  close?(name: string): void;
}

const local = (name: string): string => name.slice(name.indexOf(":") + 1);

/**
 * Reads XML piece by piece; yields after each piece, so that the caller can take what it has gathered. A document type
 * declaration is refused: workbooks have none, and entities can make a small file expand into a huge one.
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
  parser.on("error", ({ message }) => (failure ??= refuse(message)));
  parser.on("doctype", () => (failure ??= refuse("it has a document type declaration")));
  parser.on("opentag", ({ name, attributes }) => handler.open?.(local(name), attributes));
  parser.on("text", (text) => handler.text?.(text));
  parser.on("cdata", (text) => handler.text?.(text));
  parser.on("closetag", ({ name }) => handler.close?.(local(name)));
  const decoder = new TextDecoder();
  for await (const chunk of bytes) {
    parser.write(decoder.decode(chunk, { stream: true }));
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
