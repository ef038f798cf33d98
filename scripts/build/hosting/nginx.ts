import type { SiteHeaders } from "../../../server/http/siteHeaders.ts";

const lines = (headers: Record<string, string>, always = "") =>
  Object.entries(headers)
    .map(([name, value]) => `    add_header ${name} "${value}"${always};`)
    .join("\n");

/**
 * Headers of the operator, such as HSTS, in a file of this name beside nginx.conf's others. It is a pattern, of this one name, for those
 * who have none, as nginx does not start without a file that is included by its name. A `*` would match an editor's copy, too.
 */
const more = "    include snippets/keelbook-headers[.]conf;";

/**
 * A snippet for nginx's `server` block. A location with headers of its own inherits none, so each location repeats them all, and those
 * that the operator adds have to be included in each.
 */
export function nginxConf({ base, everywhere, documents, assets, pages }: SiteHeaders): string {
  return `# Include in the server block whose root holds the export${base === "/" ? "" : ` in its folder ${base}`}.
gzip_static on;
gzip_vary on;
# With the module ngx_brotli:
# brotli_static on;
error_page 404 ${base}404.html;

location ${base} {
    # Logs would have visitors' addresses, and those of a missing file, too.
    access_log off;
    log_not_found off;
${lines({ ...everywhere, ...documents }, " always")}
${lines(pages, " always")}
${more}
    try_files $uri $uri/index.html =404;
}

location ${base}assets/ {
    access_log off;
    log_not_found off;
${lines({ ...everywhere, ...documents }, " always")}
${lines(assets)}
${more}
    try_files $uri =404;
}
`;
}
