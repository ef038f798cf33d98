/** Closes the mobile menu once a link in it is followed, and by Escape, which gives the focus back to its toggle. */
export function closeMenu(menu: HTMLDetailsElement): void {
  menu.addEventListener("click", ({ target }) => {
    if (target instanceof Element && target.closest("a")) menu.open = false;
  });
  document.addEventListener("keydown", ({ key }) => {
    if (key !== "Escape" || !menu.open) return;
    menu.open = false;
    menu.querySelector("summary")?.focus();
  });
}
