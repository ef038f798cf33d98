import { site, type SiteLink } from "../site.ts";
import { Brand } from "./Brand.tsx";

/** A placeholder leads nowhere yet (spec section 2) and says so to those who cannot see that it does not. */
function FooterLink({ label, href }: SiteLink) {
  return (
    <a href={href} className="inline-flex min-h-11 items-center hover:text-sea hover:underline">
      {label}
      {href === "#" && <span className="sr-only"> {site.footer.placeholderNote}</span>}
    </a>
  );
}

export function Footer() {
  const { tagline, columns } = site.footer;
  return (
    <footer className="border-t border-rule py-12">
      <div className="wrap grid gap-10 md:grid-cols-[2fr_1fr_1fr_1fr]">
        <div>
          <Brand />
          <p className="mt-2 max-w-xs text-muted">{tagline}</p>
        </div>
        {columns.map((column) => (
          <nav key={column.title} aria-label={column.title}>
            <h2 className="font-sans text-base">{column.title}</h2>
            <ul className="mt-2 text-muted">
              {column.links.map((link) => (
                <li key={link.label}>
                  <FooterLink {...link} />
                </li>
              ))}
            </ul>
          </nav>
        ))}
      </div>
      <p className="wrap mt-10 text-sm text-muted">
        © {site.copyrightYear} {site.brand}
      </p>
    </footer>
  );
}
