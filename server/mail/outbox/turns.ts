/** A mail's turn to be the only one that may have been accepted without a recorded outcome. */
export interface Turn {
  /** Resolves when it is this mail's turn. */
  begin(): Promise<void>;
  /** Passes the turn on; must be called whatever the outcome of the mail. */
  end(): void;
}

/** Longest time that others wait for a turn to end, in ms: a server that is slow to accept mails still gets ten a second. */
const longestTurn = 100;

/**
 * Allows only one mail at a time to be in doubt, which means that its last byte is sent but its outcome is not recorded. If the
 * sender is killed, only that mail is sent twice, or more where a server takes longer than a turn (docs/decisions/0136).
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
