/** One mail's turn to be the one that may have been accepted without its outcome being recorded. */
export interface Turn {
  /** Resolves when it is this one's. */
  begin(): Promise<void>;
  /** Lets the next one have it; to be called whatever came of the mail. */
  end(): void;
}

/** Longest that others wait for a turn to end, in ms: a server that takes long over a mail still gets ten a second. */
const longestTurn = 100;

/**
 * Lets one mail at a time be in doubt: its last byte sent, its outcome not recorded yet. A sender that is killed then
 * has that one mail sent twice, and more only where a server takes longer than a turn (docs/decisions/0136).
 */
export function createTurns(): () => Turn {
  let free = Promise.resolve();
  return () => {
    let end = (): void => undefined;
    const over = new Promise<void>((resolve) => (end = resolve));
    return {
      begin() {
        const mine = free;
        free = mine.then(
          () =>
            new Promise((resolve) => {
              const timer = setTimeout(resolve, longestTurn);
              void over.then(() => clearTimeout(timer)).then(resolve);
            }),
        );
        return mine;
      },
      end,
    };
  };
}
