/**
 * Closes all groups but the first where their headings stand above them. Where they stand beside them, from `md`, all are open and
 * their headings are no controls. On paper all are open.
 */
export function foldGroups(groups: NodeListOf<HTMLDetailsElement>): void {
  const beside = matchMedia("(width >= 48rem)");
  const arrange = () =>
    groups.forEach((group, index) => {
      group.open = beside.matches || index === 0;
      group.querySelector("summary")?.setAttribute("tabindex", beside.matches ? "-1" : "0");
    });
  arrange();
  beside.addEventListener("change", arrange);
  addEventListener("beforeprint", () => groups.forEach((group) => (group.open = true)));
  groups.forEach((group) => group.addEventListener("click", (event) => beside.matches && event.preventDefault()));
}
