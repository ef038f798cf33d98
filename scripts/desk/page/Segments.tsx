/** Radio buttons for a few choices, side by side. */
export function Segments<T extends string | number>(props: {
  label: string;
  options: readonly { value: T; name: string }[];
  value: T;
  onChange: (value: T) => void;
}) {
  const { label, options, value, onChange } = props;
  return (
    <fieldset className="flex min-w-0 rounded-lg border border-edge">
      <legend className="sr-only">{label}</legend>
      {options.map((option) => (
        <label
          key={option.value}
          className="relative flex min-h-9 cursor-pointer items-center rounded-lg px-3 whitespace-nowrap text-muted hover:text-ink has-checked:bg-sea has-checked:text-on-sea has-checked:forced-color-adjust-none has-focus-visible:outline-3 has-focus-visible:outline-brass"
        >
          <input
            type="radio"
            name={label}
            className="absolute inset-0 cursor-pointer appearance-none rounded-lg outline-0"
            checked={option.value === value}
            onChange={() => onChange(option.value)}
          />
          {option.name}
        </label>
      ))}
    </fieldset>
  );
}
