/** Is told how far work has come whose size is known only after a while. */
export interface Progress {
  /** Called once with the number of all rows, before `at`. */
  total(rows: number): void;
  /** Called with the number of rows done so far. */
  at(rows: number): void;
}
