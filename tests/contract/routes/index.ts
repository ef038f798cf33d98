// The HTTP contract; each line is one part of it.
export { describeBeta } from "./beta.ts";
export { describeCaptcha } from "./captcha.ts";
export { describeMailLinks } from "./mailLinks.ts";
export { describeStore } from "./store.ts";
export { describeTrap } from "./trap.ts";
export { describeWaitlist } from "./waitlist.ts";
export { describeWire } from "./wire.ts";
