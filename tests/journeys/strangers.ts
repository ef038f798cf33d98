/**
 * Changes that other software makes to a page, known from its sources and from pages saved with it. Each runs
 * in the browser.
 */
export const strangers = {
  /** Google Translate: wraps each text in two `<font>` elements, and sets the language and a class on the root. */
  translator: () => {
    document.documentElement.lang = "de";
    document.documentElement.classList.add("translated-ltr");
    const texts: Text[] = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode())
      if (node instanceof Text && node.data.trim() && !node.parentElement?.closest("script, style, noscript, option"))
        texts.push(node);
    for (const text of texts) {
      const [outer, inner] = [document.createElement("font"), document.createElement("font")];
      for (const font of [outer, inner]) font.style.verticalAlign = "inherit";
      inner.textContent = `„${text.data}“`;
      outer.append(inner);
      text.replaceWith(outer);
    }
  },
  /** Password managers and writing aids: add attributes to the fields, and elements beside them. */
  managers: () => {
    for (const input of document.querySelectorAll<HTMLInputElement>("input, textarea")) {
      input.dataset["lpignore"] = input.dataset["bwautofill"] = input.dataset["comOnepasswordFilled"] = "light";
      input.style.backgroundImage = "linear-gradient(#000, #fff)";
      for (const name of ["com-1password-button", "keeper-lock", "grammarly-extension"])
        input.after(document.createElement(name));
      // The DOM is used because the page's Trusted Types refuse markup, even a test's.
      const [icon, created] = [document.createElement("div"), document.createElement("span")];
      icon.dataset["lastpassIconRoot"] = created.dataset["dashlanecreated"] = "";
      input.after(icon, created);
    }
    document.forms[0]?.prepend(document.createElement("bit-autofill"));
  },
};

export type Stranger = keyof typeof strangers;
