/** Hours within which an application is answered, counted from its submission (requirements 9). */
export const replyWithinHours = 48;
/** The same in ms. */
export const replyWithin = replyWithinHours * 3_600_000;
