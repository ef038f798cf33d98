import { UUID_REGEX } from "valibot";

/** Whether a cell is a UUID, by the rule of valibot's `uuid`. */
export const isUuid = (text: string): boolean => text.length === 36 && UUID_REGEX.test(text);
