/** Hours within which an application is answered (requirements 9), from when it was sent. */
export const replyWithinHours = 48;
