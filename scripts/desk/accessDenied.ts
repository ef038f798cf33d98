import { html, raw } from "hono/html";
import { brand } from "../../server/contract/brand.ts";
import { palette } from "../../server/contract/palette.ts";

const colours = ({ paper, surface, ink, muted, rule, tint }: (typeof palette)["light"]): string =>
  `--paper:${paper};--surface:${surface};--ink:${ink};--muted:${muted};--rule:${rule};--tint:${tint}`;

const style = `
:root { color-scheme: light dark; ${colours(palette.light)} }
@media (prefers-color-scheme: dark) { :root { ${colours(palette.dark)} } }
* { box-sizing: border-box; margin: 0; }
body { min-height: 100vh; display: grid; align-content: center; padding: 1rem; background: var(--paper); color: var(--ink); font: .9375rem/1.5 system-ui, sans-serif; }
main { width: 100%; max-width: 34rem; margin: 0 auto; padding: 1.5rem; display: grid; gap: .75rem; background: var(--surface); border: 1px solid var(--rule); border-radius: 1rem; }
h1 { font: 600 1.5rem/1.3 P052, "Iowan Old Style", "Palatino Linotype", Palatino, serif; }
ol { padding-inline-start: 1.25rem; display: grid; gap: .5rem; }
.brand { color: var(--muted); }
kbd, code { padding: .1rem .4rem; background: var(--tint); border: 1px solid var(--rule); border-radius: .5rem; font: .875rem ui-monospace, monospace; white-space: nowrap; }
`;

/** Reasons why somebody is not let in, as a heading and a sentence. */
export const refusals = {
  used: ["This link is used up", "Each link opens the desk in one browser, once."],
  unknown: ["This browser has not opened the desk", "It opens with a link from the terminal where it was started."],
} as const;

/** The page for a browser that is not let in, in the desk's look: why, and how to get another link. */
export function accessDeniedPage(refusal: keyof typeof refusals) {
  const [title, text] = refusals[refusal];
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <link rel="icon" href="data:," />
        <title>${title} – ${brand} Desk</title>
        ${raw(`<style>${style}</style>`)}
      </head>
      <body>
        <main>
          <p class="brand">${brand} Desk</p>
          <h1>${title}</h1>
          <p>${text} To get another:</p>
          <ol>
            <li>In that terminal, press <kbd>Enter</kbd>. It shows a new link; open it here.</li>
            <li>If the terminal is closed, so is the desk. Start it again: <code>npx prelaunch desk</code></li>
          </ol>
        </main>
      </body>
    </html>`;
}
