import { openWords } from "../copy/open.ts";
import { pageWords } from "../copy/page.ts";
import { palette } from "../../server/contract/palette.ts";
import { site, sitePath } from "../site.ts";

/** The version and the commit of this build, as Vite defines it; missing in development. */
declare const buildOfSite: string | undefined;

const address = `${site.url}${sitePath()}`;

/**
 * The head of a document but for its encoding, which stands first. The not-found page is excluded from search engines and has no preview
 * card.
 */
export function Head({ notFound }: { notFound: boolean }) {
  return (
    <>
      <meta name="viewport" content="width=device-width,initial-scale=1" />
      <title>{notFound ? `${pageWords.notFound.title} — ${site.brand}` : pageWords.title}</title>
      <meta name="description" content={site.product ? openWords.description : pageWords.description} />
      <meta name="theme-color" content={palette.light.paper} media="(prefers-color-scheme: light)" />
      <meta name="theme-color" content={palette.dark.paper} media="(prefers-color-scheme: dark)" />
      <link rel="icon" href={sitePath("icon.svg")} type="image/svg+xml" />
      <link rel="apple-touch-icon" href={sitePath("apple-touch-icon.png")} />
      {notFound ? (
        <>
          <meta name="robots" content="noindex" />
          {/* `check site` reads it here, where it does not make the first load longer. */}
          {typeof buildOfSite !== "undefined" && <meta name="generator" content={`prelaunch ${buildOfSite}`} />}
        </>
      ) : (
        <>
          <link rel="canonical" href={address} />
          <meta property="og:type" content="website" />
          <meta property="og:site_name" content={site.brand} />
          <meta property="og:title" content={pageWords.title} />
          <meta property="og:description" content={pageWords.hero.text} />
          <meta property="og:url" content={address} />
          <meta property="og:image" content={`${address}og.png`} />
          <meta property="og:image:alt" content={pageWords.hero.headline} />
          <meta name="twitter:card" content="summary_large_image" />
        </>
      )}
    </>
  );
}
