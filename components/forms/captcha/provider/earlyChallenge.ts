/** The event on the document by which the first page load hands over the answer to a challenge it has asked for. */
export const earlyChallenge = "keelbook:challenge";

/** Its detail. */
export interface EarlyChallenge {
  /** Of the captcha it is for. */
  id: string;
  challenge: Promise<Response>;
}

declare global {
  interface DocumentEventMap {
    [earlyChallenge]: CustomEvent<EarlyChallenge>;
  }
}
