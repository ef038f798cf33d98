/** How lite 0.10.0 sets a setting for the rest of a transaction: its name, and its value where that is no parameter. */
const setting = /^SELECT set_config\('([\w.]+)', (?:\$1|'(\w*)'), true\)$|^SET LOCAL ROLE "(\w+)"$/u;

/** What a transaction begins and ends with, and its settings too. */
const bounds = new Set(["begin", "commit", "rollback"]);

/** Settings of the transaction under way that the server is to be told before its next statement (decision 0176). */
export class TransactionSettings {
  readonly #values = new Map<string, unknown>();

  /** Keeps the text that a statement sets; false for a statement that does anything else, whose failure is then its own. */
  keep(sql: string, parameters: readonly unknown[]): boolean {
    if (bounds.has(sql)) this.#values.clear();
    const [, name, value = parameters[0], role] = setting.exec(sql) ?? [];
    if (role !== undefined) this.#values.set("role", role);
    else if (name !== undefined && typeof value === "string") this.#values.set(name, value);
    else return false;
    return true;
  }

  /** What tells the server all that was kept, in its order, or undefined; nothing is kept any more then. */
  take(): { text: string; values: unknown[] } | undefined {
    if (this.#values.size === 0) return undefined;
    const [names, values] = [[...this.#values.keys()], [...this.#values.values()]];
    this.#values.clear();
    return {
      text: `select ${names.map((name, index) => `set_config('${name}', $${index + 1}, true)`).join()}`,
      values,
    };
  }
}
