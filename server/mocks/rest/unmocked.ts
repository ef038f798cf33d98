/** Something the mock has no answer to, thrown where the request is not at hand: `answerRest` makes an UnhandledRequest of it. */
export class Unmocked extends Error {
  override readonly name = "Unmocked";
}
