// Loaded before anything else: the clock of this process alone steps by CLOCK_STEP ms at each SIGUSR2, there and back.
const RealDate = Date;
const step = Number(process.env.CLOCK_STEP ?? 0);
let offset = 0;
process.on("SIGUSR2", () => (offset = offset === 0 ? step : 0));
const now = () => RealDate.now() + offset;
globalThis.Date = class extends RealDate {
  constructor(...values) {
    super(...(values.length === 0 ? [now()] : values));
  }
  static now = now;
};
