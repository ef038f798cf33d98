/** The rules that must hold, whatever is done at the same time; each is one figure of the output. */
export const rules = {
  failed: "calls that failed with what their caller does not handle",
  leases: "mails that two senders had at once",
  left: "mails of the list claimed for who had left it before",
  erased: "tables that keep something of who was erased last",
  lost: "acknowledged joins that are not on the list",
  launches: "launch mails sent to who had one and never left",
  chain: "applications whose events are no chain that ends at their status",
  report: "reports of other mails than wait",
  suppressed: "people on the list who are suppressed as erased",
  spent: "captchas or links that were good twice",
} as const;

/** The name of a rule. */
export type Rule = keyof typeof rules;

/** Collects broken rules. */
export interface Findings {
  add(rule: Rule, what: string): void;
  of(rule: Rule): readonly string[];
}

/** Creates an empty collection. */
export function createFindings(): Findings {
  const found = new Map<Rule, string[]>();
  return {
    add: (rule, what) => void found.set(rule, [...(found.get(rule) ?? []), what]),
    of: (rule) => found.get(rule) ?? [],
  };
}
