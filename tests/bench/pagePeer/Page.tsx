import { useState } from "react";

/** As little of a page as can be hydrated. */
export default function Page() {
  const [count, setCount] = useState(0);
  return (
    <main>
      <h1>A bare page</h1>
      <p>Rendered at build time, hydrated as soon as it is loaded.</p>
      <button type="button" onClick={() => setCount(count + 1)}>
        {count}
      </button>
    </main>
  );
}
