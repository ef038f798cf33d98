/** Names of an export's first sheets. Excel keeps the name History for itself, and ExcelJS refuses to read a workbook that has it. */
const titles = { waitlist: "Waitlist", beta: "Beta applications", history: "History of decisions" };

/** The name of an export's sheet, counted from 1: when one is full, the rows go on in the next. */
export const sheetName = (subject: keyof typeof titles, sheet: number): string =>
  sheet === 1 ? titles[subject] : `${titles[subject]} ${sheet}`;

/** Whether a sheet goes on where another, the `first` of an export, was full. */
export const continues = (first: string, name: string): boolean =>
  Object.values(titles).includes(first) && name.startsWith(`${first} `) && /^\d+$/u.test(name.slice(first.length + 1));
