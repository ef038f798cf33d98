/** The words of a text, which white space separates. */
export const list = (words: string): string[] => words.trim().split(/\s+/u);
