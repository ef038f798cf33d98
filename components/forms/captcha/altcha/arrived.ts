/** First message of a worker: its script has arrived. altcha-lib must not see it, as it takes every message for a result. */
export const arrived = "arrived";
