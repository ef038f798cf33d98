const prefixes = [
  ["jan"],
  ["feb", "fev"],
  ["mar", "mrz", "maer"],
  ["apr", "avr"],
  ["mai", "may"],
  ["jun", "juin"],
  ["jul", "juil"],
  ["aug", "aou"],
  ["sep"],
  ["oct", "okt"],
  ["nov"],
  ["dec", "dez"],
];

/** Number of a month, 1 to 12, by its name in English, German or French, short or long. */
export function monthNumber(name: string): number | undefined {
  const plain = name.normalize("NFKD").replaceAll(/\p{M}/gu, "").toLowerCase();
  const index = prefixes.findIndex((forms) => forms.some((form) => plain.startsWith(form)));
  return index === -1 ? undefined : index + 1;
}
