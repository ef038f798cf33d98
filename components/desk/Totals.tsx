import { count } from "./format.ts";

/** Large figures, each with its name. */
export function Totals({ parts }: { parts: readonly { name: string; value: number; isBad?: boolean }[] }) {
  return (
    <dl className="grid grid-cols-2 gap-4 sm:grid-cols-4 lg:grid-cols-7">
      {parts.map(({ name, value, isBad }) => (
        <div key={name} className="flex flex-col-reverse justify-end">
          <dt className="text-muted">{name}</dt>
          <dd className={`text-2xl font-semibold ${isBad ? "text-danger" : ""}`}>{count(value)}</dd>
        </div>
      ))}
    </dl>
  );
}
