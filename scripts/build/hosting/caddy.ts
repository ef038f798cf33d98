import type { SiteHeaders } from "../../../server/http/siteHeaders.ts";

const lines = (matcher: string, headers: Record<string, string>) =>
  Object.entries(headers)
    .map(([name, value]) => `header ${matcher} ${name} "${value}"`)
    .join("\n");

/**
 * Caddy adds this header to compressed answers only. Without it, a shared cache would send the uncompressed ones to
 * everyone.
 */
const vary = "header ?vary accept-encoding";

/**
 * Request headers that `file_server` must not see when it sends the not-found page. It would answer a cache that
 * revalidates its copy with a 404 and an empty body, and a range request with only that range.
 */
const conditions = ["if-none-match", "if-modified-since", "range"];

/** Caddy 2.6 adds the slash of a base path, but drops the query, which names the campaign of a link. */
const addSlash = (base: string) =>
  base === "/"
    ? ""
    : `@bare {
	path ${base.slice(0, -1)}
	expression \`{query} != ""\`
}
redir @bare ${base}?{query} 308
`;

/** A snippet for a site block of the Caddyfile. */
export function caddyfile({ base, everywhere, documents, assets, pages }: SiteHeaders): string {
  return `# Import in the site block whose root holds the export${base === "/" ? "" : ` in its folder ${base}`}.
@assets path ${base}assets/*
@pages not path ${base}assets/*
${lines("*", { ...everywhere, ...documents })}
${lines("@assets", assets)}
${lines("@pages", pages)}
${vary}
${addSlash(base)}file_server {
	precompressed br gzip
}
handle_errors {
${lines("*", pages).replaceAll(/^/gmu, "\t")}
	@missing expression \`{err.status_code} == 404\`
	handle @missing {
		${vary}
		rewrite * ${base}404.html
${conditions.map((name) => `\t\trequest_header -${name}`).join("\n")}
		file_server {
			precompressed br gzip
		}
	}
}
`;
}
