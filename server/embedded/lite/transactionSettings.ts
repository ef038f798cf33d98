/** The statements by which lite 0.10.0 sets a transaction's setting: its name, and its value if that is not a parameter. */
const setting = /^SELECT set_config\('([\w.]+)', (?:\$1|'(\w*)'), true\)$|^SET LOCAL ROLE "(\w+)"$/u;
const readOnly = "SET LOCAL transaction_read_only = on";

/** Settings of the current transaction that are sent to the server with its next statement (decision 0176). */
export class TransactionSettings {
  readonly #values = new Map<string, unknown>();

  /** Remembers the setting of a statement; returns false for any other statement, which has to be sent by itself. */
  keep(sql: string, parameters: readonly unknown[]): boolean {
    const [, name, value = parameters[0], role] = setting.exec(sql) ?? [];
    if (sql === readOnly) this.#values.set("transaction_read_only", "on");
    else if (role !== undefined) this.#values.set("role", role);
    else if (name !== undefined && typeof value === "string") this.#values.set(name, value);
    else return false;
    return true;
  }

  /** Forgets them, because the transaction ends. */
  clear(): void {
    this.#values.clear();
  }

  /** Returns the statement that sends all remembered settings, in order, and forgets them; undefined if there are none. */
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
