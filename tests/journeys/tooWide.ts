/** Finds elements wider than their container, for `page.evaluate`; drawings are clipped on purpose and left out. */
export function tooWide(): string[] {
  const width = document.documentElement.clientWidth;
  return [...document.querySelectorAll<HTMLElement>("header *, main *, footer *")]
    .filter((element) => !element.closest("svg, [aria-hidden], select, details:not([open]) ul"))
    .filter((element) => {
      const { width: own, right } = element.getBoundingClientRect();
      const { overflowX } = getComputedStyle(element);
      const cut = overflowX !== "visible" && element.scrollWidth > element.clientWidth + 1;
      return own > 2 && (right > width + 1 || cut);
    })
    .map((element) => `${element.tagName} ${element.textContent.slice(0, 40)}`);
}
