/** The languages of the names below, for a person. */
export const monthLanguages =
  "English, German, French, Spanish, Italian, Portuguese, Dutch, Danish, Norwegian or Swedish";

const names = [
  "january januar janner januari janvier enero gennaio janeiro jan janv ene gen",
  "february februar feber februari fevrier febrero febbraio fevereiro feb febr fev fevr",
  "march marz maerz maart mars marzo marco marts mar maer mrz mrt",
  "april avril abril aprile apr avr abr",
  "may mai mayo maggio maio mei maj mag",
  "june juni juin junio giugno junho jun giu",
  "july juli juillet julio luglio julho jul juil lug",
  "august aout agosto augustus augusti aug aou ago",
  "september septembre septiembre settembre setembro sep sept set sett",
  "october oktober octobre octubre ottobre outubro oct okt ott out",
  "november novembre noviembre novembro nov",
  "december dezember decembre diciembre dicembre dezembro desember dec dez dic des",
];

const numbers = new Map(names.flatMap((all, index) => all.split(" ").map((name) => [name, index + 1] as const)));

/** Number of a month, 1 to 12, by its whole name or its usual abbreviation, with or without accents. */
export const monthNumber = (name: string): number | undefined =>
  numbers.get(name.normalize("NFKD").replaceAll(/\p{M}/gu, "").toLowerCase());
