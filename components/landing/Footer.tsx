import { openWords } from "../copy/open.ts";
import { pageWords, type SiteLink } from "../copy/page.ts";
import { site } from "../site.ts";
import { Anchorage } from "../boat/Anchorage.tsx";
import { Brand } from "./Brand.tsx";

const { tagline, columns, soon, soonNote } = pageWords.footer;

/** A link of the footer. Placeholders (the `#` of requirements 2) have a tag that the note below explains. */
function FooterLink({ label, href = "#" }: SiteLink) {
  return (
    <a
      href={href}
      className="inline-flex min-h-11 flex-wrap items-center gap-x-1.5 text-mist hover:text-foam hover:underline"
    >
      {label}
      {href === "#" && <small className="text-xs opacity-80">{soon}</small>}
    </a>
  );
}

/** The footer: columns of links, and a note on the pages still to come (requirements 2, item 8). */
export function Footer() {
  return (
    <footer>
      <Anchorage />
      <div className="deep pt-20 pb-16">
        <div className="wrap grid grid-cols-[repeat(3,auto)] gap-10 max-md:gap-x-2 max-md:text-sm tight:block md:grid-cols-4">
          {/* This has no width, because one would make the three columns below it wider than their content. */}
          <div className="max-md:col-span-3 max-md:w-0 max-md:min-w-full">
            <Brand />
            <p className="mt-2 text-mist">{tagline}</p>
          </div>
          {columns.map((column) => (
            <nav key={column.title} aria-label={column.title} className="tight:mt-8">
              <h2 className="text-base/[1.1]">{column.title}</h2>
              <ul className="mt-2">
                {column.links.map((link) => (
                  <li key={link.label}>
                    <FooterLink {...link} />
                  </li>
                ))}
              </ul>
            </nav>
          ))}
        </div>
        <div className="wrap mt-12 flex flex-wrap justify-between gap-4 text-sm text-mist">
          <p>{[`© ${site.copyrightYear} ${site.brand}`, site.imprint].filter(Boolean).join(" · ")}</p>
          <p>
            {`${site.product ? openWords.soonNote : soonNote} `}
            <a href={`mailto:${site.contact}`} className="underline">
              {site.contact}
            </a>
          </p>
        </div>
      </div>
    </footer>
  );
}
