import { fitInView, isZoomed } from "./fitInView.ts";
import { toastClass } from "./toastClass.ts";

const { places } = toastClass;
const onPhone = [places.top, places.bottom];
const onDesktop = [places.bottomLeft, places.bottomRight, places.topRight, places.topLeft];

/** One row of a form: a field, the captcha, the button. */
const rows = "form > *";

/** The submit button, which must stay reachable. */
const buttons = "form [type=submit]";

/**
 * Places the toaster where it covers neither the subjects of its toasts nor the focused element and, if possible, no other row of a
 * form; on a phone preferably below the navigation. It stays where it is as long as that is good enough, so that it does not jump
 * while the page scrolls, and while it has the focus: its button would move from under the pointer that presses it.
 */
export function place(toaster: HTMLElement, spokenOf: Iterable<Element>): void {
  const focused = document.activeElement;
  if (toaster.contains(focused)) return;
  const last = toaster.dataset["place"];
  const candidates = isZoomed() || matchMedia("(width < 40rem)").matches ? onPhone : onDesktop;
  const current = candidates.find((candidate) => candidate === last);
  const focus = focused && focused !== document.body ? [focused] : [];
  const never = [...spokenOf, ...document.querySelectorAll(buttons), ...focus];
  const better = [...document.querySelectorAll(rows)];

  const tried = [...(current ? [current] : []), ...candidates].map((candidate) => {
    put(toaster, candidate);
    const area = toaster.getBoundingClientRect();
    const covered = (elements: Element[]) =>
      elements.filter((element) => overlap(area, element.getBoundingClientRect())).length;
    return { candidate, focus: covered(focus), never: covered(never), better: covered(better) };
  });
  const good = tried.find((one) => one.never === 0);
  const free = tried.find((one) => one.never + one.better === 0);
  const [stay] = current ? tried : [];
  const best =
    (candidates === onPhone ? good : (free ?? (stay?.never === 0 ? stay : undefined))) ??
    tried.toSorted((a, b) => a.focus - b.focus || a.never - b.never || a.better - b.better)[0];
  if (best) put(toaster, best.candidate);
  keepClear(toaster, best?.candidate);
}

/**
 * Lets the browser bring what gets the focus beside a toast that is as wide as a low screen. On a higher one its other place is free,
 * and where it takes most of the screen nothing is.
 */
function keepClear(toaster: HTMLElement, candidate: string | undefined): void {
  const { top, bottom, height } = toaster.getBoundingClientRect();
  const isNeeded = height > innerHeight / 4 && height < 0.6 * innerHeight;
  const { style } = document.documentElement;
  style.scrollPaddingTop = isNeeded && candidate === places.top ? `${bottom + 8}px` : "";
  style.scrollPaddingBottom = isNeeded && candidate === places.bottom ? `${innerHeight - top + 8}px` : "";
}

/** Scrolls to what has the focus, if a toast has come over it. */
export function uncoverFocus(toaster: HTMLElement): void {
  const { activeElement, body } = document;
  if (
    activeElement &&
    activeElement !== body &&
    overlap(toaster.getBoundingClientRect(), activeElement.getBoundingClientRect())
  )
    activeElement.scrollIntoView({ block: "nearest" });
}

function put(toaster: HTMLElement, className: string): void {
  toaster.className = `${toastClass.toaster} ${className}`;
  toaster.dataset["place"] = className;
  fitInView(toaster, className === places.top);
}

/** Whether two areas overlap; an empty one overlaps nothing. */
const overlap = (a: DOMRect, b: DOMRect): boolean =>
  b.width > 0 && b.height > 0 && a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
