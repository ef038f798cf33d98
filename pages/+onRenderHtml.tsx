import type { ComponentType } from "react";
import { renderToString } from "react-dom/server";
import { dangerouslySkipEscape, escapeInject } from "vike/server";
import type { PageContextServer } from "vike/types";
import { headScript as authScript } from "../components/auth/headScript.ts";
import { headScript as formsScript } from "../components/hydration/headScript.ts";
import { Head } from "../components/landing/Head.tsx";
import { themeColorOf } from "../components/landing/themeColor.ts";
import styles from "../components/styles.css?inline";

declare global {
  namespace Vike {
    interface PageContext {
      Page: ComponentType;
    }
  }
}

/** Renders a page's document, with inlined styles, without render-blocking requests, and complete without scripts. */
export default function onRenderHtml({ Page, is404 }: PageContextServer) {
  const notFound = is404 === true;
  return escapeInject`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
${notFound ? "" : dangerouslySkipEscape(`<script>${authScript}${formsScript}</script>`)}
${dangerouslySkipEscape(renderToString(<Head notFound={notFound} themeColor={themeColorOf(styles)} />))}
<style>${dangerouslySkipEscape(styles)}</style>
</head>
<body>${dangerouslySkipEscape(renderToString(<Page />))}</body>
</html>`;
}
