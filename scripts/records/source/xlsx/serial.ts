/** Days from Excel's day 0 to 1970-01-01 (ECMA-376 part 1, section 18.17.4.1: the 1900 date system). */
const excelEpoch = 25_569;
const msPerDay = 86_400_000;

/** The time of one of Excel's serial numbers, in ms since 1970, rounded to the millisecond. */
export const serialToMs = (serial: number): number => Math.round((serial - excelEpoch) * msPerDay);

/** Excel's serial number of a time in ms since 1970: days, and a fraction for the time of day, in UTC. */
export const msToSerial = (ms: number): number => ms / msPerDay + excelEpoch;
