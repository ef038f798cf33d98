/** Days for which the data of a person who unsubscribed is kept, and the record of a mail that was sent or failed. */
export const keptDays = 90;
