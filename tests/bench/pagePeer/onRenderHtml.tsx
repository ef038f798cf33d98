import type { ComponentType } from "react";
import { renderToString } from "react-dom/server";
import { dangerouslySkipEscape, escapeInject } from "vike/server";
import type { PageContextServer } from "vike/types";

declare global {
  namespace Vike {
    interface PageContext {
      Page: ComponentType;
    }
  }
}

export default function onRenderHtml({ Page }: PageContextServer) {
  return escapeInject`<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>A bare page</title><meta name="description" content="What Vike and React weigh."></head>
<body><div id="root">${dangerouslySkipEscape(renderToString(<Page />))}</div></body>
</html>`;
}
