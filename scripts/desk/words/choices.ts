/** What the page offers to choose from, and the routes take. */

/** Statuses that people are listed by. People whose mail bounced or who complained are listed as unsubscribed. */
export const subscriberStatuses = ["unconfirmed", "confirmed", "unsubscribed"] as const;

export const peopleOrders = ["newest", "oldest", "email", "friends"] as const;

/** What goes wrong with mails. */
export const mailTroubles = ["bounced", "complained", "failed"] as const;
