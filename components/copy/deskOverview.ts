const signs = ["−", "±", "+"];

/** Words of the desk's overview. */
export const overviewCopy = {
  needs: {
    title: "What needs you",
    nothing: "Nothing needs you now.",
    pending: (n: number, left: string) =>
      n === 1
        ? `1 application is pending, due in ${left}.`
        : `${n} applications are pending, the first due in ${left}.`,
    open: { applications: "Answer them", mail: "See the mails" },
  },
  week: {
    listed: "On the list",
    joined: "Joined, 7 days",
    confirmed: "Confirmed, 7 days",
    unsubscribed: "Unsubscribed, 7 days",
    noneBefore: "None the week before",
    change: (percent: number, sign: number) => `${signs[sign + 1]}${percent} %`,
    before: (n: string) => `${n} the week before`,
    grown: (n: string, sign: number) => `${signs[sign + 1]}${n}`,
    inWeek: "in 7 days",
    today: (n: string) => `${n} today.`,
    listedNote: "Imported people are among them.",
    confirmedNote: "Whenever they joined.",
  },
  chart: {
    title: (isDay: boolean) => (isDay ? "Sign-ups a day" : "Sign-ups a week"),
    span: "Days of the chart",
    spans: [
      { value: 7, name: "7 days" },
      { value: 30, name: "30" },
      { value: 90, name: "90" },
      { value: 0, name: "All" },
    ],
    of: (n: string, bars: number, isDay: boolean) =>
      `${n} ${n === "1" ? "sign-up" : "sign-ups"} in ${bars} ${isDay ? "days" : "weeks"}`,
    keys: "The left and right arrow keys tell the values.",
    joined: (isDay: boolean) => (isDay ? "Joined that day" : "Joined that week"),
    today: (isDay: boolean) => (isDay ? "Today so far" : "This week so far"),
    todayTick: "Today",
    all: "Joined in all",
    week: (start: string) => `7 days from ${start}`,
    note: (zone: string) =>
      `Days begin in ${zone}. Here everybody counts on the day that they joined, and imported people on the day that their file gives; the figures above have only what happened here.`,
    asTable: "As a table",
    day: "Day",
    weekFrom: "7 days from",
  },
  funnel: {
    title: "How far they come",
    span: "Whom the funnel is of",
    spans: { 7: "7 days", 30: "30 days", 0: "Everybody" },
    visits: "Visits",
    joined: "Joined",
    confirmed: "Confirmed",
    invited: "Invited",
    redeemed: "Came to the product",
    rates: {
      joined: "visit→join rate",
      confirmed: "confirmation rate",
      invited: "invited of confirmed",
      redeemed: "came of invited",
    },
    note: "Of those who joined in these days: how far they have come by now.",
    everybodyNote: "Of everybody, also those who were imported; visits are left out, as an import has none.",
  },
  referrers: "Who brought most",
  noReferrers: "Nobody has brought a friend yet.",
  referrersNote: "Friends who joined by their link and confirmed.",
  friends: (n: string) => (n === "1" ? "1 friend" : `${n} friends`),
  sources: {
    title: "Sources, 30 days",
    none: "Nobody has come in 30 days. Links that end with ?utm_source=newsletter are counted here by that name.",
    direct: "(direct)",
    more: (n: number) => `Show all ${n}`,
    columns: {
      source: "Source",
      visits: "Visits",
      joined: "Joined",
      visitToJoin: "Visit→join",
      confirmed: "Confirmed",
      joinToConfirm: "Join→confirm",
      applied: "Applied",
    },
  },
  answers: "Answers",
  answer: "Answer",
  answered: (n: string) => `${n} answered`,
  people: "People",
  share: "Share",
  at: (time: string) => `Read at ${time}.`,
};
