/** A reason the embedded stack cannot start, said in one line a person can act on. */
export class StackError extends Error {
  override readonly name = "StackError";
}
