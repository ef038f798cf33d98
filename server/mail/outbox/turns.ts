/** One mail's turn to be in doubt. */
export interface Turn {
  /** Resolves when it is this one's. */
  begin(): Promise<void>;
  /** Lets the next one have it; to be called whatever came of the mail. */
  end(): void;
}

/** Longest that others wait for a turn to end, in ms: a server that takes long over a mail still gets ten a second. */
const longestTurn = 100;

/**
 * Has one mail at a time in doubt, from its last byte until its outcome is written down: so many, and no more, come twice when
 * the sender is killed (docs/decisions/0136).
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
