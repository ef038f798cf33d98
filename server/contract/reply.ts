/** Hours within which an application is answered, counted from its submission (requirements 9). */
export const replyWithinHours = 48;
