import type { SiteHeaders } from "../../../server/hosting/siteHeaders.ts";

const lines = (matcher: string, headers: Record<string, string>) =>
  Object.entries(headers)
    .map(([name, value]) => `header ${matcher} ${name} "${value}"`)
    .join("\n");

/** Caddy itself adds it to compressed answers only, and a shared cache must not send the others to everyone either. */
const vary = "header ?vary accept-encoding";

/** A snippet for a site block of the Caddyfile. */
export function caddyfile({ base, everywhere, documents, assets, pages }: SiteHeaders): string {
  return `# Import in the site block whose root holds the export${base === "/" ? "" : ` in its folder ${base}`}.
@assets path ${base}assets/*
@pages not path ${base}assets/*
${lines("*", { ...everywhere, ...documents })}
${lines("@assets", assets)}
${lines("@pages", pages)}
${vary}
file_server {
	precompressed br gzip
}
handle_errors {
	@missing expression \`{err.status_code} == 404\`
	handle @missing {
${lines("*", pages).replaceAll(/^/gmu, "\t\t")}
		${vary}
		rewrite * ${base}404.html
		file_server {
			precompressed br gzip
		}
	}
}
`;
}
