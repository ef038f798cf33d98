// Generated from components/mails/ by `npm run mails`; a test checks that it is current.
import type { MessageKind } from "./parameters.ts";

/** Attributes of the elements in a mail that an operator writes. */
export const prose = {
  h1: {
    class: "on-ink",
    style:
      "color:#0b2730;margin:0 0 16px;font-family:'Iowan Old Style', 'Palatino Linotype', Palatino, P052, Georgia, serif;font-size:32px;line-height:38px;font-weight:600",
  },
  h2: {
    class: "on-ink",
    style:
      "color:#0b2730;margin:32px 0 12px;font-family:'Iowan Old Style', 'Palatino Linotype', Palatino, P052, Georgia, serif;font-size:22px;line-height:28px;font-weight:600",
  },
  h3: {
    class: "on-ink",
    style:
      "color:#0b2730;margin:24px 0 8px;font-family:'Iowan Old Style', 'Palatino Linotype', Palatino, P052, Georgia, serif;font-size:18px;line-height:24px;font-weight:600",
  },
  p: { class: "on-ink", style: "color:#0b2730;margin:0 0 16px;font-size:16px;line-height:26px" },
  a: { class: "on-sea", style: "color:#0b5968;text-decoration:underline" },
  ul: { class: "", style: "margin:0 0 16px;padding-left:24px" },
  ol: { class: "", style: "margin:0 0 16px;padding-left:24px" },
  li: { class: "on-ink", style: "color:#0b2730;margin:6px 0;font-size:16px;line-height:26px" },
  blockquote: { class: "", style: "margin:0 0 16px;padding-left:16px;border-left:3px solid #f3bb4b" },
  code: { class: "", style: "font-family:Menlo, Consolas, monospace;font-size:14px" },
  pre: {
    class: "on-ink in-paper",
    style:
      "color:#0b2730;background-color:#f4f8f6;margin:0 0 16px;padding:12px;font-family:Menlo, Consolas, monospace;font-size:14px;line-height:20px;white-space:pre-wrap;word-break:break-word",
  },
  td: {
    class: "on-ink edge",
    style: "color:#0b2730;padding:8px 0;border-bottom:1px solid #cfdcd9;font-size:16px;line-height:24px",
  },
  hr: { class: "edge", style: "margin:24px 0;border:0;border-top:1px solid #cfdcd9" },
};

/** Every mail with placeholders for what is known when it is sent; filled by `renderMessage`. */
export const templates: Record<MessageKind, { subject: string; text: string; html: string }> = {
  signup: {
    subject: `Confirm your email address for Keelbook`,
    text: ` 




Confirm your address

Somebody, probably you, signed up for Keelbook with this address. Use this
link to confirm that it’s yours.

Confirm and sign in:
{{site}}/#token_hash={{token}}&type=signup

The link works once, for 15 minutes. If you didn’t ask for it, you can
ignore this email.

- Now: The link works, once
- In 15 minutes: It stops working

This address was entered in Keelbook’s sign-up.

{{imprint}}

 `,
    html: `<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Transitional//EN" "http://www.w3.org/TR/xhtml1/DTD/xhtml1-transitional.dtd"><html dir="ltr" lang="en"><head>
<meta name="viewport" content="width=device-width, initial-scale=1"/>
<meta content="text/html; charset=UTF-8" http-equiv="Content-Type"/>
<meta name="x-apple-disable-message-reformatting"/>
<meta name="color-scheme" content="light dark"/>
<meta name="supported-color-schemes" content="light dark"/>
<meta name="format-detection" content="telephone=no, date=no, address=no, email=no, url=no"/>
<title>Confirm your email address for Keelbook</title>
<style>:root{color-scheme:light dark;supported-color-schemes:light dark}body{margin:0;padding:0;background-color:#f4f8f6;-webkit-text-size-adjust:100%}@media (max-width:600px){.sheet{border-radius:0 !important}}@media (max-width:480px){.side{width:20px !important}.inset{padding-left:20px !important;padding-right:20px !important}h1{font-size:28px !important;line-height:34px !important}}@media (prefers-color-scheme:dark){body{background-color:#07161b !important}.on-ink{color:#e9f2f1 !important}.on-muted{color:#a4bac0 !important}.on-sea{color:#72d1d3 !important}.on-onSea{color:#06262c !important}.on-foam{color:#effaf8 !important}.on-mist{color:#b9d6d8 !important}.in-paper{background-color:#07161b !important}.in-surface{background-color:#0e242b !important}.in-ink{background-color:#e9f2f1 !important}.in-rule{background-color:#21393f !important}.in-sea{background-color:#72d1d3 !important}.in-deep{background-color:#0a3641 !important}.in-gold{background-color:#f3bb4b !important}.in-edge{background-color:#67828a !important}.jib{border-bottom-color:#72d1d3 !important}.edge{border-color:#21393f !important}.half{background-image:linear-gradient(#0e242b 50%,#0a3641 50%) !important}}</style><!--[if mso]>
<style>td,p,li{font-family:'Segoe UI',Arial,sans-serif !important}h1,h2,h3,.display{font-family:'Palatino Linotype',Georgia,serif !important}</style><![endif]--></head>
<body style="margin:0;padding:0">
<table border="0" width="100%" cellPadding="0" cellSpacing="0" role="presentation" align="center"><tbody>
<tr>
<td style="margin:0;padding:0;font-family:-apple-system, &#x27;Segoe UI&#x27;, Roboto, Helvetica, Arial, sans-serif;word-break:break-word">
<div style="display:none;overflow:hidden;line-height:1px;opacity:0;max-height:0;max-width:0" data-skip-in-text="true">One link, and you are signed in.
<div> ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿</div></div>
<table border="0" cellPadding="0" cellSpacing="0" role="presentation" width="100%" lang="en" class="in-paper" style="background-color:#f4f8f6"><tbody>
<tr>
<td style="font-size:0;line-height:0"> </td>
<td width="600">
<table align="center" width="100%" border="0" cellPadding="0" cellSpacing="0" role="presentation"><tbody>
<tr>
<td class="inset" style="padding:28px 32px 16px">
<table border="0" cellPadding="0" cellSpacing="0" role="presentation" data-skip-in-text="true"><tbody>
<tr>
<td aria-hidden="true">
<table border="0" cellPadding="0" cellSpacing="0" role="presentation" width="30" style="mso-hide:all;width:30px"><tbody>
<tr>
<td width="13" valign="bottom" style="font-size:0;line-height:0;width:13px">
<div class="jib" style="font-size:0;line-height:0;width:0;height:0;margin-left:auto;border-left:4px solid transparent;border-bottom:11px solid #0b5968"> </div>
<div class="jib" style="font-size:0;line-height:0;width:4px;height:0;margin-left:auto;border-left:7px solid transparent;border-bottom:7px solid #0b5968"> </div></td>
<td width="15" valign="bottom" style="font-size:0;line-height:0;width:15px;padding-left:2px">
<div class="in-ink" style="font-size:0;line-height:0;width:11px;height:18px;background-color:#0b2730;border-radius:1px 2px 2px 1px"> </div></td></tr>
<tr>
<td colSpan="2" style="font-size:0;line-height:0;padding-top:2px">
<div style="font-size:0;line-height:0;height:8px;background-color:#f3bb4b;border-radius:0 0 9px 9px"> </div></td></tr></tbody></table></td>
<td style="padding-left:12px"><a href="{{site}}/" class="on-ink display" style="color:#0b2730;text-decoration-line:none;text-decoration:none;font-family:&#x27;Iowan Old Style&#x27;, &#x27;Palatino Linotype&#x27;, Palatino, P052, Georgia, serif;font-size:24px;font-weight:600;line-height:32px" target="_blank">Keelbook</a></td></tr></tbody></table></td></tr></tbody></table>
<table align="center" width="100%" border="0" cellPadding="0" cellSpacing="0" role="presentation" class="in-surface sheet" style="background-color:#ffffff;border-radius:16px 16px 0 0"><tbody>
<tr>
<td class="inset" style="padding:36px 32px 32px">
<h1 class="on-ink" style="color:#0b2730;margin:0 0 16px;font-family:&#x27;Iowan Old Style&#x27;, &#x27;Palatino Linotype&#x27;, Palatino, P052, Georgia, serif;font-size:32px;line-height:38px;font-weight:600">Confirm your address</h1>
<p class="on-ink" style="font-size:16px;line-height:26px;color:#0b2730;margin:0 0 16px;margin-top:0;margin-right:0;margin-bottom:16px;margin-left:0">Somebody, probably you, signed up for Keelbook with this address. Use this link to confirm that it’s yours.</p><a href="{{site}}/#token_hash={{token}}&amp;type=signup" class="alone in-sea on-onSea" style="line-height:24px;text-decoration:none;display:inline-block;max-width:100%;mso-padding-alt:0px;color:#ffffff;background-color:#0b5968;padding:14px 28px;border-radius:8px;font-size:16px;font-weight:600;padding-top:14px;padding-right:28px;padding-bottom:14px;padding-left:28px" target="_blank"><span><!--[if mso]><i style="mso-font-width:466.6666666666667%;mso-text-raise:21" hidden>&#8202;&#8202;&#8202;</i><![endif]--></span><span style="max-width:100%;display:inline-block;line-height:120%;mso-padding-alt:0px;mso-text-raise:10.5px">Confirm and sign in</span><span><!--[if mso]><i style="mso-font-width:466.6666666666667%" hidden>&#8202;&#8202;&#8202;&#8203;</i><![endif]--></span></a>
<p class="on-muted" data-skip-in-text="true" style="font-size:13px;line-height:20px;color:#45606a;margin:20px 0 0;margin-top:20px;margin-right:0;margin-bottom:0;margin-left:0">Or open this address:<br/><a href="{{site}}/#token_hash={{token}}&amp;type=signup" class="on-muted" style="color:#45606a;text-decoration-line:none;word-break:break-all" target="_blank">{{site}}/<wbr/>#token_hash=<br/>{{tokenLines}}<wbr/>&amp;type=signup</a></p>
<p class="on-muted" style="font-size:15px;line-height:24px;color:#45606a;margin:20px 0 0;margin-top:20px;margin-right:0;margin-bottom:0;margin-left:0">The link works once, for 15 minutes. If you didn’t ask for it, you can ignore this email.</p></td></tr></tbody></table>
<table border="0" cellPadding="0" cellSpacing="0" role="presentation" width="100%" class="in-deep sheet" style="background-color:#093f4b;table-layout:fixed;border-radius:0 0 16px 16px"><tbody>
<tr>
<td class="side" width="32" style="width:32px">
<table border="0" cellPadding="0" cellSpacing="0" role="presentation" width="100%" data-skip-in-text="true"><tbody>
<tr>
<td class="in-surface" style="height:6px;font-size:1px;line-height:1px;background-color:#ffffff;border-bottom:2px solid #f3bb4b"> </td></tr>
<tr>
<td class="in-deep" style="height:6px;font-size:1px;line-height:1px;background-color:#093f4b"> </td></tr></tbody></table></td>
<td width="50%">
<table border="0" cellPadding="0" cellSpacing="0" role="presentation" width="100%" data-skip-in-text="true"><tbody>
<tr>
<td rowSpan="2" width="14" class="half" style="width:14px;background-image:linear-gradient(#ffffff 50%,#093f4b 50%)">
<div class="in-gold" style="width:10px;height:10px;border:2px solid #f3bb4b;border-radius:7px;background-color:#f3bb4b;font-size:1px;line-height:10px"> </div></td>
<td class="in-surface" style="height:6px;font-size:1px;line-height:1px;background-color:#ffffff;border-bottom:2px solid #f3bb4b"> </td></tr>
<tr>
<td class="in-deep" style="height:6px;font-size:1px;line-height:1px;background-color:#093f4b"> </td></tr></tbody></table></td>
<td width="50%">
<table border="0" cellPadding="0" cellSpacing="0" role="presentation" width="100%" data-skip-in-text="true"><tbody>
<tr>
<td rowSpan="2" width="14" class="half" style="width:14px;background-image:linear-gradient(#ffffff 50%,#093f4b 50%)">
<div class="in-deep" style="width:10px;height:10px;border:2px solid #f3bb4b;border-radius:7px;background-color:#093f4b;font-size:1px;line-height:10px"> </div></td>
<td class="in-surface" style="height:6px;font-size:1px;line-height:1px;background-color:#ffffff;border-bottom:2px solid #f3bb4b"> </td></tr>
<tr>
<td class="in-deep" style="height:6px;font-size:1px;line-height:1px;background-color:#093f4b"> </td></tr></tbody></table></td></tr>
<tr>
<td class="side" width="32" style="width:32px;height:20px" data-skip-in-text="true"> </td>
<td valign="top" style="padding:6px 12px 22px 0">
<p class="milestone on-mist" style="color:#b9d6d8;margin:0;font-size:13px;line-height:18px"><strong class="on-foam" style="color:#effaf8">Now</strong><br/>The link works, once</p></td>
<td valign="top" style="padding:6px 12px 22px 0">
<p class="milestone on-mist" style="color:#b9d6d8;margin:0;font-size:13px;line-height:18px"><strong class="on-foam" style="color:#effaf8">In 15 minutes</strong><br/>It stops working</p></td></tr></tbody></table>
<table align="center" width="100%" border="0" cellPadding="0" cellSpacing="0" role="presentation"><tbody>
<tr>
<td class="inset" style="padding:20px 32px 32px">
<p class="on-muted" style="font-size:13px;line-height:20px;color:#45606a;margin:0 0 6px;margin-top:0;margin-right:0;margin-bottom:6px;margin-left:0">This address was entered in Keelbook’s sign-up.</p>
<p class="on-muted" style="font-size:13px;line-height:20px;color:#45606a;margin:0 0 6px;margin-top:0;margin-right:0;margin-bottom:6px;margin-left:0">{{imprint}}</p></td></tr></tbody></table></td>
<td style="font-size:0;line-height:0"> </td></tr></tbody></table></td></tr></tbody></table></body></html>`,
  },
  magiclink: {
    subject: `Your sign-in link for Keelbook`,
    text: ` 




Your sign-in link

Use this link to sign in to Keelbook.

Sign in:
{{site}}/#token_hash={{token}}&type=magiclink

The link works once, for 15 minutes. If you didn’t ask for it, you can
ignore this email.

- Now: The link works, once
- In 15 minutes: It stops working

Somebody asked for a sign-in link for this address at Keelbook.

{{imprint}}

 `,
    html: `<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Transitional//EN" "http://www.w3.org/TR/xhtml1/DTD/xhtml1-transitional.dtd"><html dir="ltr" lang="en"><head>
<meta name="viewport" content="width=device-width, initial-scale=1"/>
<meta content="text/html; charset=UTF-8" http-equiv="Content-Type"/>
<meta name="x-apple-disable-message-reformatting"/>
<meta name="color-scheme" content="light dark"/>
<meta name="supported-color-schemes" content="light dark"/>
<meta name="format-detection" content="telephone=no, date=no, address=no, email=no, url=no"/>
<title>Your sign-in link for Keelbook</title>
<style>:root{color-scheme:light dark;supported-color-schemes:light dark}body{margin:0;padding:0;background-color:#f4f8f6;-webkit-text-size-adjust:100%}@media (max-width:600px){.sheet{border-radius:0 !important}}@media (max-width:480px){.side{width:20px !important}.inset{padding-left:20px !important;padding-right:20px !important}h1{font-size:28px !important;line-height:34px !important}}@media (prefers-color-scheme:dark){body{background-color:#07161b !important}.on-ink{color:#e9f2f1 !important}.on-muted{color:#a4bac0 !important}.on-sea{color:#72d1d3 !important}.on-onSea{color:#06262c !important}.on-foam{color:#effaf8 !important}.on-mist{color:#b9d6d8 !important}.in-paper{background-color:#07161b !important}.in-surface{background-color:#0e242b !important}.in-ink{background-color:#e9f2f1 !important}.in-rule{background-color:#21393f !important}.in-sea{background-color:#72d1d3 !important}.in-deep{background-color:#0a3641 !important}.in-gold{background-color:#f3bb4b !important}.in-edge{background-color:#67828a !important}.jib{border-bottom-color:#72d1d3 !important}.edge{border-color:#21393f !important}.half{background-image:linear-gradient(#0e242b 50%,#0a3641 50%) !important}}</style><!--[if mso]>
<style>td,p,li{font-family:'Segoe UI',Arial,sans-serif !important}h1,h2,h3,.display{font-family:'Palatino Linotype',Georgia,serif !important}</style><![endif]--></head>
<body style="margin:0;padding:0">
<table border="0" width="100%" cellPadding="0" cellSpacing="0" role="presentation" align="center"><tbody>
<tr>
<td style="margin:0;padding:0;font-family:-apple-system, &#x27;Segoe UI&#x27;, Roboto, Helvetica, Arial, sans-serif;word-break:break-word">
<div style="display:none;overflow:hidden;line-height:1px;opacity:0;max-height:0;max-width:0" data-skip-in-text="true">It works once, for 15 minutes.
<div> ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿</div></div>
<table border="0" cellPadding="0" cellSpacing="0" role="presentation" width="100%" lang="en" class="in-paper" style="background-color:#f4f8f6"><tbody>
<tr>
<td style="font-size:0;line-height:0"> </td>
<td width="600">
<table align="center" width="100%" border="0" cellPadding="0" cellSpacing="0" role="presentation"><tbody>
<tr>
<td class="inset" style="padding:28px 32px 16px">
<table border="0" cellPadding="0" cellSpacing="0" role="presentation" data-skip-in-text="true"><tbody>
<tr>
<td aria-hidden="true">
<table border="0" cellPadding="0" cellSpacing="0" role="presentation" width="30" style="mso-hide:all;width:30px"><tbody>
<tr>
<td width="13" valign="bottom" style="font-size:0;line-height:0;width:13px">
<div class="jib" style="font-size:0;line-height:0;width:0;height:0;margin-left:auto;border-left:4px solid transparent;border-bottom:11px solid #0b5968"> </div>
<div class="jib" style="font-size:0;line-height:0;width:4px;height:0;margin-left:auto;border-left:7px solid transparent;border-bottom:7px solid #0b5968"> </div></td>
<td width="15" valign="bottom" style="font-size:0;line-height:0;width:15px;padding-left:2px">
<div class="in-ink" style="font-size:0;line-height:0;width:11px;height:18px;background-color:#0b2730;border-radius:1px 2px 2px 1px"> </div></td></tr>
<tr>
<td colSpan="2" style="font-size:0;line-height:0;padding-top:2px">
<div style="font-size:0;line-height:0;height:8px;background-color:#f3bb4b;border-radius:0 0 9px 9px"> </div></td></tr></tbody></table></td>
<td style="padding-left:12px"><a href="{{site}}/" class="on-ink display" style="color:#0b2730;text-decoration-line:none;text-decoration:none;font-family:&#x27;Iowan Old Style&#x27;, &#x27;Palatino Linotype&#x27;, Palatino, P052, Georgia, serif;font-size:24px;font-weight:600;line-height:32px" target="_blank">Keelbook</a></td></tr></tbody></table></td></tr></tbody></table>
<table align="center" width="100%" border="0" cellPadding="0" cellSpacing="0" role="presentation" class="in-surface sheet" style="background-color:#ffffff;border-radius:16px 16px 0 0"><tbody>
<tr>
<td class="inset" style="padding:36px 32px 32px">
<h1 class="on-ink" style="color:#0b2730;margin:0 0 16px;font-family:&#x27;Iowan Old Style&#x27;, &#x27;Palatino Linotype&#x27;, Palatino, P052, Georgia, serif;font-size:32px;line-height:38px;font-weight:600">Your sign-in link</h1>
<p class="on-ink" style="font-size:16px;line-height:26px;color:#0b2730;margin:0 0 16px;margin-top:0;margin-right:0;margin-bottom:16px;margin-left:0">Use this link to sign in to Keelbook.</p><a href="{{site}}/#token_hash={{token}}&amp;type=magiclink" class="alone in-sea on-onSea" style="line-height:24px;text-decoration:none;display:inline-block;max-width:100%;mso-padding-alt:0px;color:#ffffff;background-color:#0b5968;padding:14px 28px;border-radius:8px;font-size:16px;font-weight:600;padding-top:14px;padding-right:28px;padding-bottom:14px;padding-left:28px" target="_blank"><span><!--[if mso]><i style="mso-font-width:466.6666666666667%;mso-text-raise:21" hidden>&#8202;&#8202;&#8202;</i><![endif]--></span><span style="max-width:100%;display:inline-block;line-height:120%;mso-padding-alt:0px;mso-text-raise:10.5px">Sign in</span><span><!--[if mso]><i style="mso-font-width:466.6666666666667%" hidden>&#8202;&#8202;&#8202;&#8203;</i><![endif]--></span></a>
<p class="on-muted" data-skip-in-text="true" style="font-size:13px;line-height:20px;color:#45606a;margin:20px 0 0;margin-top:20px;margin-right:0;margin-bottom:0;margin-left:0">Or open this address:<br/><a href="{{site}}/#token_hash={{token}}&amp;type=magiclink" class="on-muted" style="color:#45606a;text-decoration-line:none;word-break:break-all" target="_blank">{{site}}/<wbr/>#token_hash=<br/>{{tokenLines}}<wbr/>&amp;type=magiclink</a></p>
<p class="on-muted" style="font-size:15px;line-height:24px;color:#45606a;margin:20px 0 0;margin-top:20px;margin-right:0;margin-bottom:0;margin-left:0">The link works once, for 15 minutes. If you didn’t ask for it, you can ignore this email.</p></td></tr></tbody></table>
<table border="0" cellPadding="0" cellSpacing="0" role="presentation" width="100%" class="in-deep sheet" style="background-color:#093f4b;table-layout:fixed;border-radius:0 0 16px 16px"><tbody>
<tr>
<td class="side" width="32" style="width:32px">
<table border="0" cellPadding="0" cellSpacing="0" role="presentation" width="100%" data-skip-in-text="true"><tbody>
<tr>
<td class="in-surface" style="height:6px;font-size:1px;line-height:1px;background-color:#ffffff;border-bottom:2px solid #f3bb4b"> </td></tr>
<tr>
<td class="in-deep" style="height:6px;font-size:1px;line-height:1px;background-color:#093f4b"> </td></tr></tbody></table></td>
<td width="50%">
<table border="0" cellPadding="0" cellSpacing="0" role="presentation" width="100%" data-skip-in-text="true"><tbody>
<tr>
<td rowSpan="2" width="14" class="half" style="width:14px;background-image:linear-gradient(#ffffff 50%,#093f4b 50%)">
<div class="in-gold" style="width:10px;height:10px;border:2px solid #f3bb4b;border-radius:7px;background-color:#f3bb4b;font-size:1px;line-height:10px"> </div></td>
<td class="in-surface" style="height:6px;font-size:1px;line-height:1px;background-color:#ffffff;border-bottom:2px solid #f3bb4b"> </td></tr>
<tr>
<td class="in-deep" style="height:6px;font-size:1px;line-height:1px;background-color:#093f4b"> </td></tr></tbody></table></td>
<td width="50%">
<table border="0" cellPadding="0" cellSpacing="0" role="presentation" width="100%" data-skip-in-text="true"><tbody>
<tr>
<td rowSpan="2" width="14" class="half" style="width:14px;background-image:linear-gradient(#ffffff 50%,#093f4b 50%)">
<div class="in-deep" style="width:10px;height:10px;border:2px solid #f3bb4b;border-radius:7px;background-color:#093f4b;font-size:1px;line-height:10px"> </div></td>
<td class="in-surface" style="height:6px;font-size:1px;line-height:1px;background-color:#ffffff;border-bottom:2px solid #f3bb4b"> </td></tr>
<tr>
<td class="in-deep" style="height:6px;font-size:1px;line-height:1px;background-color:#093f4b"> </td></tr></tbody></table></td></tr>
<tr>
<td class="side" width="32" style="width:32px;height:20px" data-skip-in-text="true"> </td>
<td valign="top" style="padding:6px 12px 22px 0">
<p class="milestone on-mist" style="color:#b9d6d8;margin:0;font-size:13px;line-height:18px"><strong class="on-foam" style="color:#effaf8">Now</strong><br/>The link works, once</p></td>
<td valign="top" style="padding:6px 12px 22px 0">
<p class="milestone on-mist" style="color:#b9d6d8;margin:0;font-size:13px;line-height:18px"><strong class="on-foam" style="color:#effaf8">In 15 minutes</strong><br/>It stops working</p></td></tr></tbody></table>
<table align="center" width="100%" border="0" cellPadding="0" cellSpacing="0" role="presentation"><tbody>
<tr>
<td class="inset" style="padding:20px 32px 32px">
<p class="on-muted" style="font-size:13px;line-height:20px;color:#45606a;margin:0 0 6px;margin-top:0;margin-right:0;margin-bottom:6px;margin-left:0">Somebody asked for a sign-in link for this address at Keelbook.</p>
<p class="on-muted" style="font-size:13px;line-height:20px;color:#45606a;margin:0 0 6px;margin-top:0;margin-right:0;margin-bottom:6px;margin-left:0">{{imprint}}</p></td></tr></tbody></table></td>
<td style="font-size:0;line-height:0"> </td></tr></tbody></table></td></tr></tbody></table></body></html>`,
  },
  recovery: {
    subject: `Set a new password for Keelbook`,
    text: ` 




Set a new password

Use this link to sign in to Keelbook and set a new password. The old one
works until then.

Sign in and set a password:
{{site}}/#token_hash={{token}}&type=recovery

The link works once, for 15 minutes. If you didn’t ask for it, you can
ignore this email.

- Now: The link works, once
- In 15 minutes: It stops working

Somebody asked for help signing in to Keelbook with this address.

{{imprint}}

 `,
    html: `<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Transitional//EN" "http://www.w3.org/TR/xhtml1/DTD/xhtml1-transitional.dtd"><html dir="ltr" lang="en"><head>
<meta name="viewport" content="width=device-width, initial-scale=1"/>
<meta content="text/html; charset=UTF-8" http-equiv="Content-Type"/>
<meta name="x-apple-disable-message-reformatting"/>
<meta name="color-scheme" content="light dark"/>
<meta name="supported-color-schemes" content="light dark"/>
<meta name="format-detection" content="telephone=no, date=no, address=no, email=no, url=no"/>
<title>Set a new password for Keelbook</title>
<style>:root{color-scheme:light dark;supported-color-schemes:light dark}body{margin:0;padding:0;background-color:#f4f8f6;-webkit-text-size-adjust:100%}@media (max-width:600px){.sheet{border-radius:0 !important}}@media (max-width:480px){.side{width:20px !important}.inset{padding-left:20px !important;padding-right:20px !important}h1{font-size:28px !important;line-height:34px !important}}@media (prefers-color-scheme:dark){body{background-color:#07161b !important}.on-ink{color:#e9f2f1 !important}.on-muted{color:#a4bac0 !important}.on-sea{color:#72d1d3 !important}.on-onSea{color:#06262c !important}.on-foam{color:#effaf8 !important}.on-mist{color:#b9d6d8 !important}.in-paper{background-color:#07161b !important}.in-surface{background-color:#0e242b !important}.in-ink{background-color:#e9f2f1 !important}.in-rule{background-color:#21393f !important}.in-sea{background-color:#72d1d3 !important}.in-deep{background-color:#0a3641 !important}.in-gold{background-color:#f3bb4b !important}.in-edge{background-color:#67828a !important}.jib{border-bottom-color:#72d1d3 !important}.edge{border-color:#21393f !important}.half{background-image:linear-gradient(#0e242b 50%,#0a3641 50%) !important}}</style><!--[if mso]>
<style>td,p,li{font-family:'Segoe UI',Arial,sans-serif !important}h1,h2,h3,.display{font-family:'Palatino Linotype',Georgia,serif !important}</style><![endif]--></head>
<body style="margin:0;padding:0">
<table border="0" width="100%" cellPadding="0" cellSpacing="0" role="presentation" align="center"><tbody>
<tr>
<td style="margin:0;padding:0;font-family:-apple-system, &#x27;Segoe UI&#x27;, Roboto, Helvetica, Arial, sans-serif;word-break:break-word">
<div style="display:none;overflow:hidden;line-height:1px;opacity:0;max-height:0;max-width:0" data-skip-in-text="true">One link signs you in to set it.
<div> ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿</div></div>
<table border="0" cellPadding="0" cellSpacing="0" role="presentation" width="100%" lang="en" class="in-paper" style="background-color:#f4f8f6"><tbody>
<tr>
<td style="font-size:0;line-height:0"> </td>
<td width="600">
<table align="center" width="100%" border="0" cellPadding="0" cellSpacing="0" role="presentation"><tbody>
<tr>
<td class="inset" style="padding:28px 32px 16px">
<table border="0" cellPadding="0" cellSpacing="0" role="presentation" data-skip-in-text="true"><tbody>
<tr>
<td aria-hidden="true">
<table border="0" cellPadding="0" cellSpacing="0" role="presentation" width="30" style="mso-hide:all;width:30px"><tbody>
<tr>
<td width="13" valign="bottom" style="font-size:0;line-height:0;width:13px">
<div class="jib" style="font-size:0;line-height:0;width:0;height:0;margin-left:auto;border-left:4px solid transparent;border-bottom:11px solid #0b5968"> </div>
<div class="jib" style="font-size:0;line-height:0;width:4px;height:0;margin-left:auto;border-left:7px solid transparent;border-bottom:7px solid #0b5968"> </div></td>
<td width="15" valign="bottom" style="font-size:0;line-height:0;width:15px;padding-left:2px">
<div class="in-ink" style="font-size:0;line-height:0;width:11px;height:18px;background-color:#0b2730;border-radius:1px 2px 2px 1px"> </div></td></tr>
<tr>
<td colSpan="2" style="font-size:0;line-height:0;padding-top:2px">
<div style="font-size:0;line-height:0;height:8px;background-color:#f3bb4b;border-radius:0 0 9px 9px"> </div></td></tr></tbody></table></td>
<td style="padding-left:12px"><a href="{{site}}/" class="on-ink display" style="color:#0b2730;text-decoration-line:none;text-decoration:none;font-family:&#x27;Iowan Old Style&#x27;, &#x27;Palatino Linotype&#x27;, Palatino, P052, Georgia, serif;font-size:24px;font-weight:600;line-height:32px" target="_blank">Keelbook</a></td></tr></tbody></table></td></tr></tbody></table>
<table align="center" width="100%" border="0" cellPadding="0" cellSpacing="0" role="presentation" class="in-surface sheet" style="background-color:#ffffff;border-radius:16px 16px 0 0"><tbody>
<tr>
<td class="inset" style="padding:36px 32px 32px">
<h1 class="on-ink" style="color:#0b2730;margin:0 0 16px;font-family:&#x27;Iowan Old Style&#x27;, &#x27;Palatino Linotype&#x27;, Palatino, P052, Georgia, serif;font-size:32px;line-height:38px;font-weight:600">Set a new password</h1>
<p class="on-ink" style="font-size:16px;line-height:26px;color:#0b2730;margin:0 0 16px;margin-top:0;margin-right:0;margin-bottom:16px;margin-left:0">Use this link to sign in to Keelbook and set a new password. The old one works until then.</p><a href="{{site}}/#token_hash={{token}}&amp;type=recovery" class="alone in-sea on-onSea" style="line-height:24px;text-decoration:none;display:inline-block;max-width:100%;mso-padding-alt:0px;color:#ffffff;background-color:#0b5968;padding:14px 28px;border-radius:8px;font-size:16px;font-weight:600;padding-top:14px;padding-right:28px;padding-bottom:14px;padding-left:28px" target="_blank"><span><!--[if mso]><i style="mso-font-width:466.6666666666667%;mso-text-raise:21" hidden>&#8202;&#8202;&#8202;</i><![endif]--></span><span style="max-width:100%;display:inline-block;line-height:120%;mso-padding-alt:0px;mso-text-raise:10.5px">Sign in and set a password</span><span><!--[if mso]><i style="mso-font-width:466.6666666666667%" hidden>&#8202;&#8202;&#8202;&#8203;</i><![endif]--></span></a>
<p class="on-muted" data-skip-in-text="true" style="font-size:13px;line-height:20px;color:#45606a;margin:20px 0 0;margin-top:20px;margin-right:0;margin-bottom:0;margin-left:0">Or open this address:<br/><a href="{{site}}/#token_hash={{token}}&amp;type=recovery" class="on-muted" style="color:#45606a;text-decoration-line:none;word-break:break-all" target="_blank">{{site}}/<wbr/>#token_hash=<br/>{{tokenLines}}<wbr/>&amp;type=recovery</a></p>
<p class="on-muted" style="font-size:15px;line-height:24px;color:#45606a;margin:20px 0 0;margin-top:20px;margin-right:0;margin-bottom:0;margin-left:0">The link works once, for 15 minutes. If you didn’t ask for it, you can ignore this email.</p></td></tr></tbody></table>
<table border="0" cellPadding="0" cellSpacing="0" role="presentation" width="100%" class="in-deep sheet" style="background-color:#093f4b;table-layout:fixed;border-radius:0 0 16px 16px"><tbody>
<tr>
<td class="side" width="32" style="width:32px">
<table border="0" cellPadding="0" cellSpacing="0" role="presentation" width="100%" data-skip-in-text="true"><tbody>
<tr>
<td class="in-surface" style="height:6px;font-size:1px;line-height:1px;background-color:#ffffff;border-bottom:2px solid #f3bb4b"> </td></tr>
<tr>
<td class="in-deep" style="height:6px;font-size:1px;line-height:1px;background-color:#093f4b"> </td></tr></tbody></table></td>
<td width="50%">
<table border="0" cellPadding="0" cellSpacing="0" role="presentation" width="100%" data-skip-in-text="true"><tbody>
<tr>
<td rowSpan="2" width="14" class="half" style="width:14px;background-image:linear-gradient(#ffffff 50%,#093f4b 50%)">
<div class="in-gold" style="width:10px;height:10px;border:2px solid #f3bb4b;border-radius:7px;background-color:#f3bb4b;font-size:1px;line-height:10px"> </div></td>
<td class="in-surface" style="height:6px;font-size:1px;line-height:1px;background-color:#ffffff;border-bottom:2px solid #f3bb4b"> </td></tr>
<tr>
<td class="in-deep" style="height:6px;font-size:1px;line-height:1px;background-color:#093f4b"> </td></tr></tbody></table></td>
<td width="50%">
<table border="0" cellPadding="0" cellSpacing="0" role="presentation" width="100%" data-skip-in-text="true"><tbody>
<tr>
<td rowSpan="2" width="14" class="half" style="width:14px;background-image:linear-gradient(#ffffff 50%,#093f4b 50%)">
<div class="in-deep" style="width:10px;height:10px;border:2px solid #f3bb4b;border-radius:7px;background-color:#093f4b;font-size:1px;line-height:10px"> </div></td>
<td class="in-surface" style="height:6px;font-size:1px;line-height:1px;background-color:#ffffff;border-bottom:2px solid #f3bb4b"> </td></tr>
<tr>
<td class="in-deep" style="height:6px;font-size:1px;line-height:1px;background-color:#093f4b"> </td></tr></tbody></table></td></tr>
<tr>
<td class="side" width="32" style="width:32px;height:20px" data-skip-in-text="true"> </td>
<td valign="top" style="padding:6px 12px 22px 0">
<p class="milestone on-mist" style="color:#b9d6d8;margin:0;font-size:13px;line-height:18px"><strong class="on-foam" style="color:#effaf8">Now</strong><br/>The link works, once</p></td>
<td valign="top" style="padding:6px 12px 22px 0">
<p class="milestone on-mist" style="color:#b9d6d8;margin:0;font-size:13px;line-height:18px"><strong class="on-foam" style="color:#effaf8">In 15 minutes</strong><br/>It stops working</p></td></tr></tbody></table>
<table align="center" width="100%" border="0" cellPadding="0" cellSpacing="0" role="presentation"><tbody>
<tr>
<td class="inset" style="padding:20px 32px 32px">
<p class="on-muted" style="font-size:13px;line-height:20px;color:#45606a;margin:0 0 6px;margin-top:0;margin-right:0;margin-bottom:6px;margin-left:0">Somebody asked for help signing in to Keelbook with this address.</p>
<p class="on-muted" style="font-size:13px;line-height:20px;color:#45606a;margin:0 0 6px;margin-top:0;margin-right:0;margin-bottom:6px;margin-left:0">{{imprint}}</p></td></tr></tbody></table></td>
<td style="font-size:0;line-height:0"> </td></tr></tbody></table></td></tr></tbody></table></body></html>`,
  },
  "waitlist-confirmation": {
    subject: `Please confirm your address`,
    text: ` 




Please confirm your address

Keelbook will keep invoices, time, clients, cash flow and tax in one book,
for freelancers and small businesses.

Somebody, probably you, joined its waitlist with this address. Confirm that
it’s yours, and we’ll email you when it opens.

Confirm my address:
{{site}}/#confirm={{token}}

If it wasn’t you, ignore this email. Without your confirmation we won’t
write again, and we delete the address after {{days}}, unless it also
reached us another way.

— {{sender}}

- Now: You confirm
- Launch day: You hear first

This address was put on Keelbook’s waitlist. This email asks whether that
was you.

Unsubscribe:
{{site}}/#unsubscribe={{unsubscribeToken}}

Your place:
{{site}}/#place={{placeToken}}.{{unsubscribeToken}}

{{imprint}}

 `,
    html: `<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Transitional//EN" "http://www.w3.org/TR/xhtml1/DTD/xhtml1-transitional.dtd"><html dir="ltr" lang="en"><head>
<meta name="viewport" content="width=device-width, initial-scale=1"/>
<meta content="text/html; charset=UTF-8" http-equiv="Content-Type"/>
<meta name="x-apple-disable-message-reformatting"/>
<meta name="color-scheme" content="light dark"/>
<meta name="supported-color-schemes" content="light dark"/>
<meta name="format-detection" content="telephone=no, date=no, address=no, email=no, url=no"/>
<title>Please confirm your address</title>
<style>:root{color-scheme:light dark;supported-color-schemes:light dark}body{margin:0;padding:0;background-color:#f4f8f6;-webkit-text-size-adjust:100%}@media (max-width:600px){.sheet{border-radius:0 !important}}@media (max-width:480px){.side{width:20px !important}.inset{padding-left:20px !important;padding-right:20px !important}h1{font-size:28px !important;line-height:34px !important}}@media (prefers-color-scheme:dark){body{background-color:#07161b !important}.on-ink{color:#e9f2f1 !important}.on-muted{color:#a4bac0 !important}.on-sea{color:#72d1d3 !important}.on-onSea{color:#06262c !important}.on-foam{color:#effaf8 !important}.on-mist{color:#b9d6d8 !important}.in-paper{background-color:#07161b !important}.in-surface{background-color:#0e242b !important}.in-ink{background-color:#e9f2f1 !important}.in-rule{background-color:#21393f !important}.in-sea{background-color:#72d1d3 !important}.in-deep{background-color:#0a3641 !important}.in-gold{background-color:#f3bb4b !important}.in-edge{background-color:#67828a !important}.jib{border-bottom-color:#72d1d3 !important}.edge{border-color:#21393f !important}.half{background-image:linear-gradient(#0e242b 50%,#0a3641 50%) !important}}</style><!--[if mso]>
<style>td,p,li{font-family:'Segoe UI',Arial,sans-serif !important}h1,h2,h3,.display{font-family:'Palatino Linotype',Georgia,serif !important}</style><![endif]--></head>
<body style="margin:0;padding:0">
<table border="0" width="100%" cellPadding="0" cellSpacing="0" role="presentation" align="center"><tbody>
<tr>
<td style="margin:0;padding:0;font-family:-apple-system, &#x27;Segoe UI&#x27;, Roboto, Helvetica, Arial, sans-serif;word-break:break-word">
<div style="display:none;overflow:hidden;line-height:1px;opacity:0;max-height:0;max-width:0" data-skip-in-text="true">One step left to be on Keelbook’s waitlist.
<div> ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿</div></div>
<table border="0" cellPadding="0" cellSpacing="0" role="presentation" width="100%" lang="en" class="in-paper" style="background-color:#f4f8f6"><tbody>
<tr>
<td style="font-size:0;line-height:0"> </td>
<td width="600">
<table align="center" width="100%" border="0" cellPadding="0" cellSpacing="0" role="presentation"><tbody>
<tr>
<td class="inset" style="padding:28px 32px 16px">
<table border="0" cellPadding="0" cellSpacing="0" role="presentation" data-skip-in-text="true"><tbody>
<tr>
<td aria-hidden="true">
<table border="0" cellPadding="0" cellSpacing="0" role="presentation" width="30" style="mso-hide:all;width:30px"><tbody>
<tr>
<td width="13" valign="bottom" style="font-size:0;line-height:0;width:13px">
<div class="jib" style="font-size:0;line-height:0;width:0;height:0;margin-left:auto;border-left:4px solid transparent;border-bottom:11px solid #0b5968"> </div>
<div class="jib" style="font-size:0;line-height:0;width:4px;height:0;margin-left:auto;border-left:7px solid transparent;border-bottom:7px solid #0b5968"> </div></td>
<td width="15" valign="bottom" style="font-size:0;line-height:0;width:15px;padding-left:2px">
<div class="in-ink" style="font-size:0;line-height:0;width:11px;height:18px;background-color:#0b2730;border-radius:1px 2px 2px 1px"> </div></td></tr>
<tr>
<td colSpan="2" style="font-size:0;line-height:0;padding-top:2px">
<div style="font-size:0;line-height:0;height:8px;background-color:#f3bb4b;border-radius:0 0 9px 9px"> </div></td></tr></tbody></table></td>
<td style="padding-left:12px"><a href="{{site}}/" class="on-ink display" style="color:#0b2730;text-decoration-line:none;text-decoration:none;font-family:&#x27;Iowan Old Style&#x27;, &#x27;Palatino Linotype&#x27;, Palatino, P052, Georgia, serif;font-size:24px;font-weight:600;line-height:32px" target="_blank">Keelbook</a></td></tr></tbody></table></td></tr></tbody></table>
<table align="center" width="100%" border="0" cellPadding="0" cellSpacing="0" role="presentation" class="in-surface sheet" style="background-color:#ffffff;border-radius:16px 16px 0 0"><tbody>
<tr>
<td class="inset" style="padding:36px 32px 32px">
<h1 class="on-ink" style="color:#0b2730;margin:0 0 16px;font-family:&#x27;Iowan Old Style&#x27;, &#x27;Palatino Linotype&#x27;, Palatino, P052, Georgia, serif;font-size:32px;line-height:38px;font-weight:600">Please confirm your address</h1>
<p class="on-ink" style="font-size:16px;line-height:26px;color:#0b2730;margin:0 0 16px;margin-top:0;margin-right:0;margin-bottom:16px;margin-left:0">Keelbook will keep invoices, time, clients, cash flow and tax in one book, for freelancers and small businesses.</p>
<p class="on-ink" style="font-size:16px;line-height:26px;color:#0b2730;margin:0 0 16px;margin-top:0;margin-right:0;margin-bottom:16px;margin-left:0">Somebody, probably you, joined its waitlist with this address. Confirm that it’s yours, and we’ll email you when it opens.</p><a href="{{site}}/#confirm={{token}}" class="alone in-sea on-onSea" style="line-height:24px;text-decoration:none;display:inline-block;max-width:100%;mso-padding-alt:0px;color:#ffffff;background-color:#0b5968;padding:14px 28px;border-radius:8px;font-size:16px;font-weight:600;padding-top:14px;padding-right:28px;padding-bottom:14px;padding-left:28px" target="_blank"><span><!--[if mso]><i style="mso-font-width:466.6666666666667%;mso-text-raise:21" hidden>&#8202;&#8202;&#8202;</i><![endif]--></span><span style="max-width:100%;display:inline-block;line-height:120%;mso-padding-alt:0px;mso-text-raise:10.5px">Confirm my address</span><span><!--[if mso]><i style="mso-font-width:466.6666666666667%" hidden>&#8202;&#8202;&#8202;&#8203;</i><![endif]--></span></a>
<p class="on-muted" data-skip-in-text="true" style="font-size:13px;line-height:20px;color:#45606a;margin:20px 0 0;margin-top:20px;margin-right:0;margin-bottom:0;margin-left:0">Or open this address:<br/><a href="{{site}}/#confirm={{token}}" class="on-muted" style="color:#45606a;text-decoration-line:none;word-break:break-all" target="_blank">{{site}}/<wbr/>#confirm=<br/>{{tokenLines}}</a></p>
<p class="on-muted" style="font-size:15px;line-height:24px;color:#45606a;margin:20px 0 0;margin-top:20px;margin-right:0;margin-bottom:0;margin-left:0">If it wasn’t you, ignore this email. Without your confirmation we won’t write again, and we delete the address after {{days}}, unless it also reached us another way.</p>
<p class="on-ink" style="font-size:18px;line-height:24px;color:#0b2730;margin:24px 0 8px;font-family:&#x27;Iowan Old Style&#x27;, &#x27;Palatino Linotype&#x27;, Palatino, P052, Georgia, serif;font-weight:600;margin-top:24px;margin-right:0;margin-bottom:8px;margin-left:0">— {{sender}}</p></td></tr></tbody></table>
<table border="0" cellPadding="0" cellSpacing="0" role="presentation" width="100%" class="in-deep sheet" style="background-color:#093f4b;table-layout:fixed;border-radius:0 0 16px 16px"><tbody>
<tr>
<td class="side" width="32" style="width:32px">
<table border="0" cellPadding="0" cellSpacing="0" role="presentation" width="100%" data-skip-in-text="true"><tbody>
<tr>
<td class="in-surface" style="height:6px;font-size:1px;line-height:1px;background-color:#ffffff;border-bottom:2px solid #f3bb4b"> </td></tr>
<tr>
<td class="in-deep" style="height:6px;font-size:1px;line-height:1px;background-color:#093f4b"> </td></tr></tbody></table></td>
<td width="50%">
<table border="0" cellPadding="0" cellSpacing="0" role="presentation" width="100%" data-skip-in-text="true"><tbody>
<tr>
<td rowSpan="2" width="14" class="half" style="width:14px;background-image:linear-gradient(#ffffff 50%,#093f4b 50%)">
<div class="in-gold" style="width:10px;height:10px;border:2px solid #f3bb4b;border-radius:7px;background-color:#f3bb4b;font-size:1px;line-height:10px"> </div></td>
<td class="in-surface" style="height:6px;font-size:1px;line-height:1px;background-color:#ffffff;border-bottom:2px solid #f3bb4b"> </td></tr>
<tr>
<td class="in-deep" style="height:6px;font-size:1px;line-height:1px;background-color:#093f4b"> </td></tr></tbody></table></td>
<td width="50%">
<table border="0" cellPadding="0" cellSpacing="0" role="presentation" width="100%" data-skip-in-text="true"><tbody>
<tr>
<td rowSpan="2" width="14" class="half" style="width:14px;background-image:linear-gradient(#ffffff 50%,#093f4b 50%)">
<div class="in-deep" style="width:10px;height:10px;border:2px solid #f3bb4b;border-radius:7px;background-color:#093f4b;font-size:1px;line-height:10px"> </div></td>
<td class="in-surface" style="height:6px;font-size:1px;line-height:1px;background-color:#ffffff;border-bottom:2px solid #f3bb4b"> </td></tr>
<tr>
<td class="in-deep" style="height:6px;font-size:1px;line-height:1px;background-color:#093f4b"> </td></tr></tbody></table></td></tr>
<tr>
<td class="side" width="32" style="width:32px;height:20px" data-skip-in-text="true"> </td>
<td valign="top" style="padding:6px 12px 22px 0">
<p class="milestone on-mist" style="color:#b9d6d8;margin:0;font-size:13px;line-height:18px"><strong class="on-foam" style="color:#effaf8">Now</strong><br/>You confirm</p></td>
<td valign="top" style="padding:6px 12px 22px 0">
<p class="milestone on-mist" style="color:#b9d6d8;margin:0;font-size:13px;line-height:18px"><strong class="on-foam" style="color:#effaf8">Launch day</strong><br/>You hear first</p></td></tr></tbody></table>
<table align="center" width="100%" border="0" cellPadding="0" cellSpacing="0" role="presentation"><tbody>
<tr>
<td class="inset" style="padding:20px 32px 32px">
<p class="on-muted" style="font-size:13px;line-height:20px;color:#45606a;margin:0 0 6px;margin-top:0;margin-right:0;margin-bottom:6px;margin-left:0">This address was put on Keelbook’s waitlist. This email asks whether that was you.</p>
<p class="on-muted" style="font-size:13px;line-height:20px;color:#45606a;margin:0 0 6px;margin-top:0;margin-right:0;margin-bottom:6px;margin-left:0"><a href="{{site}}/#unsubscribe={{unsubscribeToken}}" class="alone on-sea" style="color:#0b5968;text-decoration-line:none;text-decoration:underline" target="_blank">Unsubscribe</a></p>
<p class="on-muted" style="font-size:13px;line-height:20px;color:#45606a;margin:0 0 6px;margin-top:0;margin-right:0;margin-bottom:6px;margin-left:0"><a href="{{site}}/#place={{placeToken}}.{{unsubscribeToken}}" class="alone on-sea" style="color:#0b5968;text-decoration-line:none;text-decoration:underline" target="_blank">Your place</a></p>
<p class="on-muted" style="font-size:13px;line-height:20px;color:#45606a;margin:0 0 6px;margin-top:0;margin-right:0;margin-bottom:6px;margin-left:0">{{imprint}}</p></td></tr></tbody></table></td>
<td style="font-size:0;line-height:0"> </td></tr></tbody></table></td></tr></tbody></table></body></html>`,
  },
  "waitlist-confirmation-imported": {
    subject: `Please confirm your address`,
    text: ` 




Please confirm your address

Keelbook will keep invoices, time, clients, cash flow and tax in one book,
for freelancers and small businesses.

We have your address from elsewhere. Confirm that it’s yours and that you
want to be on the waitlist, and we’ll email you when it opens.

Confirm my address:
{{site}}/#confirm={{token}}

If you don’t, ignore this email. Without your confirmation we won’t write
again, and we delete the address after {{days}}, unless it also reached us
another way.

— {{sender}}

- Now: You confirm
- Launch day: You hear first

This address was brought to Keelbook’s waitlist by those who make it. This
email asks whether you want that.

Unsubscribe:
{{site}}/#unsubscribe={{unsubscribeToken}}

Your place:
{{site}}/#place={{placeToken}}.{{unsubscribeToken}}

{{imprint}}

 `,
    html: `<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Transitional//EN" "http://www.w3.org/TR/xhtml1/DTD/xhtml1-transitional.dtd"><html dir="ltr" lang="en"><head>
<meta name="viewport" content="width=device-width, initial-scale=1"/>
<meta content="text/html; charset=UTF-8" http-equiv="Content-Type"/>
<meta name="x-apple-disable-message-reformatting"/>
<meta name="color-scheme" content="light dark"/>
<meta name="supported-color-schemes" content="light dark"/>
<meta name="format-detection" content="telephone=no, date=no, address=no, email=no, url=no"/>
<title>Please confirm your address</title>
<style>:root{color-scheme:light dark;supported-color-schemes:light dark}body{margin:0;padding:0;background-color:#f4f8f6;-webkit-text-size-adjust:100%}@media (max-width:600px){.sheet{border-radius:0 !important}}@media (max-width:480px){.side{width:20px !important}.inset{padding-left:20px !important;padding-right:20px !important}h1{font-size:28px !important;line-height:34px !important}}@media (prefers-color-scheme:dark){body{background-color:#07161b !important}.on-ink{color:#e9f2f1 !important}.on-muted{color:#a4bac0 !important}.on-sea{color:#72d1d3 !important}.on-onSea{color:#06262c !important}.on-foam{color:#effaf8 !important}.on-mist{color:#b9d6d8 !important}.in-paper{background-color:#07161b !important}.in-surface{background-color:#0e242b !important}.in-ink{background-color:#e9f2f1 !important}.in-rule{background-color:#21393f !important}.in-sea{background-color:#72d1d3 !important}.in-deep{background-color:#0a3641 !important}.in-gold{background-color:#f3bb4b !important}.in-edge{background-color:#67828a !important}.jib{border-bottom-color:#72d1d3 !important}.edge{border-color:#21393f !important}.half{background-image:linear-gradient(#0e242b 50%,#0a3641 50%) !important}}</style><!--[if mso]>
<style>td,p,li{font-family:'Segoe UI',Arial,sans-serif !important}h1,h2,h3,.display{font-family:'Palatino Linotype',Georgia,serif !important}</style><![endif]--></head>
<body style="margin:0;padding:0">
<table border="0" width="100%" cellPadding="0" cellSpacing="0" role="presentation" align="center"><tbody>
<tr>
<td style="margin:0;padding:0;font-family:-apple-system, &#x27;Segoe UI&#x27;, Roboto, Helvetica, Arial, sans-serif;word-break:break-word">
<div style="display:none;overflow:hidden;line-height:1px;opacity:0;max-height:0;max-width:0" data-skip-in-text="true">One step left to be on Keelbook’s waitlist.
<div> ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿</div></div>
<table border="0" cellPadding="0" cellSpacing="0" role="presentation" width="100%" lang="en" class="in-paper" style="background-color:#f4f8f6"><tbody>
<tr>
<td style="font-size:0;line-height:0"> </td>
<td width="600">
<table align="center" width="100%" border="0" cellPadding="0" cellSpacing="0" role="presentation"><tbody>
<tr>
<td class="inset" style="padding:28px 32px 16px">
<table border="0" cellPadding="0" cellSpacing="0" role="presentation" data-skip-in-text="true"><tbody>
<tr>
<td aria-hidden="true">
<table border="0" cellPadding="0" cellSpacing="0" role="presentation" width="30" style="mso-hide:all;width:30px"><tbody>
<tr>
<td width="13" valign="bottom" style="font-size:0;line-height:0;width:13px">
<div class="jib" style="font-size:0;line-height:0;width:0;height:0;margin-left:auto;border-left:4px solid transparent;border-bottom:11px solid #0b5968"> </div>
<div class="jib" style="font-size:0;line-height:0;width:4px;height:0;margin-left:auto;border-left:7px solid transparent;border-bottom:7px solid #0b5968"> </div></td>
<td width="15" valign="bottom" style="font-size:0;line-height:0;width:15px;padding-left:2px">
<div class="in-ink" style="font-size:0;line-height:0;width:11px;height:18px;background-color:#0b2730;border-radius:1px 2px 2px 1px"> </div></td></tr>
<tr>
<td colSpan="2" style="font-size:0;line-height:0;padding-top:2px">
<div style="font-size:0;line-height:0;height:8px;background-color:#f3bb4b;border-radius:0 0 9px 9px"> </div></td></tr></tbody></table></td>
<td style="padding-left:12px"><a href="{{site}}/" class="on-ink display" style="color:#0b2730;text-decoration-line:none;text-decoration:none;font-family:&#x27;Iowan Old Style&#x27;, &#x27;Palatino Linotype&#x27;, Palatino, P052, Georgia, serif;font-size:24px;font-weight:600;line-height:32px" target="_blank">Keelbook</a></td></tr></tbody></table></td></tr></tbody></table>
<table align="center" width="100%" border="0" cellPadding="0" cellSpacing="0" role="presentation" class="in-surface sheet" style="background-color:#ffffff;border-radius:16px 16px 0 0"><tbody>
<tr>
<td class="inset" style="padding:36px 32px 32px">
<h1 class="on-ink" style="color:#0b2730;margin:0 0 16px;font-family:&#x27;Iowan Old Style&#x27;, &#x27;Palatino Linotype&#x27;, Palatino, P052, Georgia, serif;font-size:32px;line-height:38px;font-weight:600">Please confirm your address</h1>
<p class="on-ink" style="font-size:16px;line-height:26px;color:#0b2730;margin:0 0 16px;margin-top:0;margin-right:0;margin-bottom:16px;margin-left:0">Keelbook will keep invoices, time, clients, cash flow and tax in one book, for freelancers and small businesses.</p>
<p class="on-ink" style="font-size:16px;line-height:26px;color:#0b2730;margin:0 0 16px;margin-top:0;margin-right:0;margin-bottom:16px;margin-left:0">We have your address from elsewhere. Confirm that it’s yours and that you want to be on the waitlist, and we’ll email you when it opens.</p><a href="{{site}}/#confirm={{token}}" class="alone in-sea on-onSea" style="line-height:24px;text-decoration:none;display:inline-block;max-width:100%;mso-padding-alt:0px;color:#ffffff;background-color:#0b5968;padding:14px 28px;border-radius:8px;font-size:16px;font-weight:600;padding-top:14px;padding-right:28px;padding-bottom:14px;padding-left:28px" target="_blank"><span><!--[if mso]><i style="mso-font-width:466.6666666666667%;mso-text-raise:21" hidden>&#8202;&#8202;&#8202;</i><![endif]--></span><span style="max-width:100%;display:inline-block;line-height:120%;mso-padding-alt:0px;mso-text-raise:10.5px">Confirm my address</span><span><!--[if mso]><i style="mso-font-width:466.6666666666667%" hidden>&#8202;&#8202;&#8202;&#8203;</i><![endif]--></span></a>
<p class="on-muted" data-skip-in-text="true" style="font-size:13px;line-height:20px;color:#45606a;margin:20px 0 0;margin-top:20px;margin-right:0;margin-bottom:0;margin-left:0">Or open this address:<br/><a href="{{site}}/#confirm={{token}}" class="on-muted" style="color:#45606a;text-decoration-line:none;word-break:break-all" target="_blank">{{site}}/<wbr/>#confirm=<br/>{{tokenLines}}</a></p>
<p class="on-muted" style="font-size:15px;line-height:24px;color:#45606a;margin:20px 0 0;margin-top:20px;margin-right:0;margin-bottom:0;margin-left:0">If you don’t, ignore this email. Without your confirmation we won’t write again, and we delete the address after {{days}}, unless it also reached us another way.</p>
<p class="on-ink" style="font-size:18px;line-height:24px;color:#0b2730;margin:24px 0 8px;font-family:&#x27;Iowan Old Style&#x27;, &#x27;Palatino Linotype&#x27;, Palatino, P052, Georgia, serif;font-weight:600;margin-top:24px;margin-right:0;margin-bottom:8px;margin-left:0">— {{sender}}</p></td></tr></tbody></table>
<table border="0" cellPadding="0" cellSpacing="0" role="presentation" width="100%" class="in-deep sheet" style="background-color:#093f4b;table-layout:fixed;border-radius:0 0 16px 16px"><tbody>
<tr>
<td class="side" width="32" style="width:32px">
<table border="0" cellPadding="0" cellSpacing="0" role="presentation" width="100%" data-skip-in-text="true"><tbody>
<tr>
<td class="in-surface" style="height:6px;font-size:1px;line-height:1px;background-color:#ffffff;border-bottom:2px solid #f3bb4b"> </td></tr>
<tr>
<td class="in-deep" style="height:6px;font-size:1px;line-height:1px;background-color:#093f4b"> </td></tr></tbody></table></td>
<td width="50%">
<table border="0" cellPadding="0" cellSpacing="0" role="presentation" width="100%" data-skip-in-text="true"><tbody>
<tr>
<td rowSpan="2" width="14" class="half" style="width:14px;background-image:linear-gradient(#ffffff 50%,#093f4b 50%)">
<div class="in-gold" style="width:10px;height:10px;border:2px solid #f3bb4b;border-radius:7px;background-color:#f3bb4b;font-size:1px;line-height:10px"> </div></td>
<td class="in-surface" style="height:6px;font-size:1px;line-height:1px;background-color:#ffffff;border-bottom:2px solid #f3bb4b"> </td></tr>
<tr>
<td class="in-deep" style="height:6px;font-size:1px;line-height:1px;background-color:#093f4b"> </td></tr></tbody></table></td>
<td width="50%">
<table border="0" cellPadding="0" cellSpacing="0" role="presentation" width="100%" data-skip-in-text="true"><tbody>
<tr>
<td rowSpan="2" width="14" class="half" style="width:14px;background-image:linear-gradient(#ffffff 50%,#093f4b 50%)">
<div class="in-deep" style="width:10px;height:10px;border:2px solid #f3bb4b;border-radius:7px;background-color:#093f4b;font-size:1px;line-height:10px"> </div></td>
<td class="in-surface" style="height:6px;font-size:1px;line-height:1px;background-color:#ffffff;border-bottom:2px solid #f3bb4b"> </td></tr>
<tr>
<td class="in-deep" style="height:6px;font-size:1px;line-height:1px;background-color:#093f4b"> </td></tr></tbody></table></td></tr>
<tr>
<td class="side" width="32" style="width:32px;height:20px" data-skip-in-text="true"> </td>
<td valign="top" style="padding:6px 12px 22px 0">
<p class="milestone on-mist" style="color:#b9d6d8;margin:0;font-size:13px;line-height:18px"><strong class="on-foam" style="color:#effaf8">Now</strong><br/>You confirm</p></td>
<td valign="top" style="padding:6px 12px 22px 0">
<p class="milestone on-mist" style="color:#b9d6d8;margin:0;font-size:13px;line-height:18px"><strong class="on-foam" style="color:#effaf8">Launch day</strong><br/>You hear first</p></td></tr></tbody></table>
<table align="center" width="100%" border="0" cellPadding="0" cellSpacing="0" role="presentation"><tbody>
<tr>
<td class="inset" style="padding:20px 32px 32px">
<p class="on-muted" style="font-size:13px;line-height:20px;color:#45606a;margin:0 0 6px;margin-top:0;margin-right:0;margin-bottom:6px;margin-left:0">This address was brought to Keelbook’s waitlist by those who make it. This email asks whether you want that.</p>
<p class="on-muted" style="font-size:13px;line-height:20px;color:#45606a;margin:0 0 6px;margin-top:0;margin-right:0;margin-bottom:6px;margin-left:0"><a href="{{site}}/#unsubscribe={{unsubscribeToken}}" class="alone on-sea" style="color:#0b5968;text-decoration-line:none;text-decoration:underline" target="_blank">Unsubscribe</a></p>
<p class="on-muted" style="font-size:13px;line-height:20px;color:#45606a;margin:0 0 6px;margin-top:0;margin-right:0;margin-bottom:6px;margin-left:0"><a href="{{site}}/#place={{placeToken}}.{{unsubscribeToken}}" class="alone on-sea" style="color:#0b5968;text-decoration-line:none;text-decoration:underline" target="_blank">Your place</a></p>
<p class="on-muted" style="font-size:13px;line-height:20px;color:#45606a;margin:0 0 6px;margin-top:0;margin-right:0;margin-bottom:6px;margin-left:0">{{imprint}}</p></td></tr></tbody></table></td>
<td style="font-size:0;line-height:0"> </td></tr></tbody></table></td></tr></tbody></table></body></html>`,
  },
  "waitlist-confirmation-written": {
    subject: `{{subject}}`,
    text: ` 



{{bodyText}}

Keelbook will keep invoices, time, clients, cash flow and tax in one book,
for freelancers and small businesses.

We have your address from elsewhere. Confirm that it’s yours and that you
want to be on the waitlist, and we’ll email you when it opens.

Confirm my address:
{{site}}/#confirm={{token}}

If you don’t, ignore this email. Without your confirmation we won’t write
again, and we delete the address after {{days}}, unless it also reached us
another way.

— {{sender}}

- Now: You confirm
- Launch day: You hear first

This address was brought to Keelbook’s waitlist by those who make it. This
email asks whether you want that.

Unsubscribe:
{{site}}/#unsubscribe={{unsubscribeToken}}

Your place:
{{site}}/#place={{placeToken}}.{{unsubscribeToken}}

{{imprint}}

 `,
    html: `<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Transitional//EN" "http://www.w3.org/TR/xhtml1/DTD/xhtml1-transitional.dtd"><html dir="ltr" lang="en"><head>
<meta name="viewport" content="width=device-width, initial-scale=1"/>
<meta content="text/html; charset=UTF-8" http-equiv="Content-Type"/>
<meta name="x-apple-disable-message-reformatting"/>
<meta name="color-scheme" content="light dark"/>
<meta name="supported-color-schemes" content="light dark"/>
<meta name="format-detection" content="telephone=no, date=no, address=no, email=no, url=no"/>
<title>{{subject}}</title>
<style>:root{color-scheme:light dark;supported-color-schemes:light dark}body{margin:0;padding:0;background-color:#f4f8f6;-webkit-text-size-adjust:100%}@media (max-width:600px){.sheet{border-radius:0 !important}}@media (max-width:480px){.side{width:20px !important}.inset{padding-left:20px !important;padding-right:20px !important}h1{font-size:28px !important;line-height:34px !important}}@media (prefers-color-scheme:dark){body{background-color:#07161b !important}.on-ink{color:#e9f2f1 !important}.on-muted{color:#a4bac0 !important}.on-sea{color:#72d1d3 !important}.on-onSea{color:#06262c !important}.on-foam{color:#effaf8 !important}.on-mist{color:#b9d6d8 !important}.in-paper{background-color:#07161b !important}.in-surface{background-color:#0e242b !important}.in-ink{background-color:#e9f2f1 !important}.in-rule{background-color:#21393f !important}.in-sea{background-color:#72d1d3 !important}.in-deep{background-color:#0a3641 !important}.in-gold{background-color:#f3bb4b !important}.in-edge{background-color:#67828a !important}.jib{border-bottom-color:#72d1d3 !important}.edge{border-color:#21393f !important}.half{background-image:linear-gradient(#0e242b 50%,#0a3641 50%) !important}}</style><!--[if mso]>
<style>td,p,li{font-family:'Segoe UI',Arial,sans-serif !important}h1,h2,h3,.display{font-family:'Palatino Linotype',Georgia,serif !important}</style><![endif]--></head>
<body style="margin:0;padding:0">
<table border="0" width="100%" cellPadding="0" cellSpacing="0" role="presentation" align="center"><tbody>
<tr>
<td style="margin:0;padding:0;font-family:-apple-system, &#x27;Segoe UI&#x27;, Roboto, Helvetica, Arial, sans-serif;word-break:break-word">
<div style="display:none;overflow:hidden;line-height:1px;opacity:0;max-height:0;max-width:0" data-skip-in-text="true">{{preheader}}
<div> ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿</div></div>
<table border="0" cellPadding="0" cellSpacing="0" role="presentation" width="100%" lang="en" class="in-paper" style="background-color:#f4f8f6"><tbody>
<tr>
<td style="font-size:0;line-height:0"> </td>
<td width="600">
<table align="center" width="100%" border="0" cellPadding="0" cellSpacing="0" role="presentation"><tbody>
<tr>
<td class="inset" style="padding:28px 32px 16px">
<table border="0" cellPadding="0" cellSpacing="0" role="presentation" data-skip-in-text="true"><tbody>
<tr>
<td aria-hidden="true">
<table border="0" cellPadding="0" cellSpacing="0" role="presentation" width="30" style="mso-hide:all;width:30px"><tbody>
<tr>
<td width="13" valign="bottom" style="font-size:0;line-height:0;width:13px">
<div class="jib" style="font-size:0;line-height:0;width:0;height:0;margin-left:auto;border-left:4px solid transparent;border-bottom:11px solid #0b5968"> </div>
<div class="jib" style="font-size:0;line-height:0;width:4px;height:0;margin-left:auto;border-left:7px solid transparent;border-bottom:7px solid #0b5968"> </div></td>
<td width="15" valign="bottom" style="font-size:0;line-height:0;width:15px;padding-left:2px">
<div class="in-ink" style="font-size:0;line-height:0;width:11px;height:18px;background-color:#0b2730;border-radius:1px 2px 2px 1px"> </div></td></tr>
<tr>
<td colSpan="2" style="font-size:0;line-height:0;padding-top:2px">
<div style="font-size:0;line-height:0;height:8px;background-color:#f3bb4b;border-radius:0 0 9px 9px"> </div></td></tr></tbody></table></td>
<td style="padding-left:12px"><a href="{{site}}/" class="on-ink display" style="color:#0b2730;text-decoration-line:none;text-decoration:none;font-family:&#x27;Iowan Old Style&#x27;, &#x27;Palatino Linotype&#x27;, Palatino, P052, Georgia, serif;font-size:24px;font-weight:600;line-height:32px" target="_blank">Keelbook</a></td></tr></tbody></table></td></tr></tbody></table>
<table align="center" width="100%" border="0" cellPadding="0" cellSpacing="0" role="presentation" class="in-surface sheet" style="background-color:#ffffff;border-radius:16px 16px 0 0"><tbody>
<tr>
<td class="inset" style="padding:36px 32px 32px">
<div>{{bodyHtml}}</div>
<p class="on-ink" style="font-size:16px;line-height:26px;color:#0b2730;margin:0 0 16px;margin-top:0;margin-right:0;margin-bottom:16px;margin-left:0">Keelbook will keep invoices, time, clients, cash flow and tax in one book, for freelancers and small businesses.</p>
<p class="on-ink" style="font-size:16px;line-height:26px;color:#0b2730;margin:0 0 16px;margin-top:0;margin-right:0;margin-bottom:16px;margin-left:0">We have your address from elsewhere. Confirm that it’s yours and that you want to be on the waitlist, and we’ll email you when it opens.</p><a href="{{site}}/#confirm={{token}}" class="alone in-sea on-onSea" style="line-height:24px;text-decoration:none;display:inline-block;max-width:100%;mso-padding-alt:0px;color:#ffffff;background-color:#0b5968;padding:14px 28px;border-radius:8px;font-size:16px;font-weight:600;padding-top:14px;padding-right:28px;padding-bottom:14px;padding-left:28px" target="_blank"><span><!--[if mso]><i style="mso-font-width:466.6666666666667%;mso-text-raise:21" hidden>&#8202;&#8202;&#8202;</i><![endif]--></span><span style="max-width:100%;display:inline-block;line-height:120%;mso-padding-alt:0px;mso-text-raise:10.5px">Confirm my address</span><span><!--[if mso]><i style="mso-font-width:466.6666666666667%" hidden>&#8202;&#8202;&#8202;&#8203;</i><![endif]--></span></a>
<p class="on-muted" data-skip-in-text="true" style="font-size:13px;line-height:20px;color:#45606a;margin:20px 0 0;margin-top:20px;margin-right:0;margin-bottom:0;margin-left:0">Or open this address:<br/><a href="{{site}}/#confirm={{token}}" class="on-muted" style="color:#45606a;text-decoration-line:none;word-break:break-all" target="_blank">{{site}}/<wbr/>#confirm=<br/>{{tokenLines}}</a></p>
<p class="on-muted" style="font-size:15px;line-height:24px;color:#45606a;margin:20px 0 0;margin-top:20px;margin-right:0;margin-bottom:0;margin-left:0">If you don’t, ignore this email. Without your confirmation we won’t write again, and we delete the address after {{days}}, unless it also reached us another way.</p>
<p class="on-ink" style="font-size:18px;line-height:24px;color:#0b2730;margin:24px 0 8px;font-family:&#x27;Iowan Old Style&#x27;, &#x27;Palatino Linotype&#x27;, Palatino, P052, Georgia, serif;font-weight:600;margin-top:24px;margin-right:0;margin-bottom:8px;margin-left:0">— {{sender}}</p></td></tr></tbody></table>
<table border="0" cellPadding="0" cellSpacing="0" role="presentation" width="100%" class="in-deep sheet" style="background-color:#093f4b;table-layout:fixed;border-radius:0 0 16px 16px"><tbody>
<tr>
<td class="side" width="32" style="width:32px">
<table border="0" cellPadding="0" cellSpacing="0" role="presentation" width="100%" data-skip-in-text="true"><tbody>
<tr>
<td class="in-surface" style="height:6px;font-size:1px;line-height:1px;background-color:#ffffff;border-bottom:2px solid #f3bb4b"> </td></tr>
<tr>
<td class="in-deep" style="height:6px;font-size:1px;line-height:1px;background-color:#093f4b"> </td></tr></tbody></table></td>
<td width="50%">
<table border="0" cellPadding="0" cellSpacing="0" role="presentation" width="100%" data-skip-in-text="true"><tbody>
<tr>
<td rowSpan="2" width="14" class="half" style="width:14px;background-image:linear-gradient(#ffffff 50%,#093f4b 50%)">
<div class="in-gold" style="width:10px;height:10px;border:2px solid #f3bb4b;border-radius:7px;background-color:#f3bb4b;font-size:1px;line-height:10px"> </div></td>
<td class="in-surface" style="height:6px;font-size:1px;line-height:1px;background-color:#ffffff;border-bottom:2px solid #f3bb4b"> </td></tr>
<tr>
<td class="in-deep" style="height:6px;font-size:1px;line-height:1px;background-color:#093f4b"> </td></tr></tbody></table></td>
<td width="50%">
<table border="0" cellPadding="0" cellSpacing="0" role="presentation" width="100%" data-skip-in-text="true"><tbody>
<tr>
<td rowSpan="2" width="14" class="half" style="width:14px;background-image:linear-gradient(#ffffff 50%,#093f4b 50%)">
<div class="in-deep" style="width:10px;height:10px;border:2px solid #f3bb4b;border-radius:7px;background-color:#093f4b;font-size:1px;line-height:10px"> </div></td>
<td class="in-surface" style="height:6px;font-size:1px;line-height:1px;background-color:#ffffff;border-bottom:2px solid #f3bb4b"> </td></tr>
<tr>
<td class="in-deep" style="height:6px;font-size:1px;line-height:1px;background-color:#093f4b"> </td></tr></tbody></table></td></tr>
<tr>
<td class="side" width="32" style="width:32px;height:20px" data-skip-in-text="true"> </td>
<td valign="top" style="padding:6px 12px 22px 0">
<p class="milestone on-mist" style="color:#b9d6d8;margin:0;font-size:13px;line-height:18px"><strong class="on-foam" style="color:#effaf8">Now</strong><br/>You confirm</p></td>
<td valign="top" style="padding:6px 12px 22px 0">
<p class="milestone on-mist" style="color:#b9d6d8;margin:0;font-size:13px;line-height:18px"><strong class="on-foam" style="color:#effaf8">Launch day</strong><br/>You hear first</p></td></tr></tbody></table>
<table align="center" width="100%" border="0" cellPadding="0" cellSpacing="0" role="presentation"><tbody>
<tr>
<td class="inset" style="padding:20px 32px 32px">
<p class="on-muted" style="font-size:13px;line-height:20px;color:#45606a;margin:0 0 6px;margin-top:0;margin-right:0;margin-bottom:6px;margin-left:0">This address was brought to Keelbook’s waitlist by those who make it. This email asks whether you want that.</p>
<p class="on-muted" style="font-size:13px;line-height:20px;color:#45606a;margin:0 0 6px;margin-top:0;margin-right:0;margin-bottom:6px;margin-left:0"><a href="{{site}}/#unsubscribe={{unsubscribeToken}}" class="alone on-sea" style="color:#0b5968;text-decoration-line:none;text-decoration:underline" target="_blank">Unsubscribe</a></p>
<p class="on-muted" style="font-size:13px;line-height:20px;color:#45606a;margin:0 0 6px;margin-top:0;margin-right:0;margin-bottom:6px;margin-left:0"><a href="{{site}}/#place={{placeToken}}.{{unsubscribeToken}}" class="alone on-sea" style="color:#0b5968;text-decoration-line:none;text-decoration:underline" target="_blank">Your place</a></p>
<p class="on-muted" style="font-size:13px;line-height:20px;color:#45606a;margin:0 0 6px;margin-top:0;margin-right:0;margin-bottom:6px;margin-left:0">{{imprint}}</p></td></tr></tbody></table></td>
<td style="font-size:0;line-height:0"> </td></tr></tbody></table></td></tr></tbody></table></body></html>`,
  },
  "application-received": {
    subject: `We have your application for Keelbook’s beta`,
    text: ` 




Your application is in

Thank you for applying to use Keelbook before launch. We read every
application ourselves and reply within 48 hours.

You’ll have our answer by {{receivedAt}}.

There’s nothing to do until then. If it’s a match, our answer brings your
sign-in link.

— {{sender}}

- Received: Your application
- Within 48 hours: Our answer
- If it’s a match: Your sign-in link

An application for Keelbook’s beta was sent with this address. If that
wasn’t you, you can ignore this email.

{{imprint}}

 `,
    html: `<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Transitional//EN" "http://www.w3.org/TR/xhtml1/DTD/xhtml1-transitional.dtd"><html dir="ltr" lang="en"><head>
<meta name="viewport" content="width=device-width, initial-scale=1"/>
<meta content="text/html; charset=UTF-8" http-equiv="Content-Type"/>
<meta name="x-apple-disable-message-reformatting"/>
<meta name="color-scheme" content="light dark"/>
<meta name="supported-color-schemes" content="light dark"/>
<meta name="format-detection" content="telephone=no, date=no, address=no, email=no, url=no"/>
<title>We have your application for Keelbook’s beta</title>
<style>:root{color-scheme:light dark;supported-color-schemes:light dark}body{margin:0;padding:0;background-color:#f4f8f6;-webkit-text-size-adjust:100%}@media (max-width:600px){.sheet{border-radius:0 !important}}@media (max-width:480px){.side{width:20px !important}.inset{padding-left:20px !important;padding-right:20px !important}h1{font-size:28px !important;line-height:34px !important}}@media (prefers-color-scheme:dark){body{background-color:#07161b !important}.on-ink{color:#e9f2f1 !important}.on-muted{color:#a4bac0 !important}.on-sea{color:#72d1d3 !important}.on-onSea{color:#06262c !important}.on-foam{color:#effaf8 !important}.on-mist{color:#b9d6d8 !important}.in-paper{background-color:#07161b !important}.in-surface{background-color:#0e242b !important}.in-ink{background-color:#e9f2f1 !important}.in-rule{background-color:#21393f !important}.in-sea{background-color:#72d1d3 !important}.in-deep{background-color:#0a3641 !important}.in-gold{background-color:#f3bb4b !important}.in-edge{background-color:#67828a !important}.jib{border-bottom-color:#72d1d3 !important}.edge{border-color:#21393f !important}.half{background-image:linear-gradient(#0e242b 50%,#0a3641 50%) !important}}</style><!--[if mso]>
<style>td,p,li{font-family:'Segoe UI',Arial,sans-serif !important}h1,h2,h3,.display{font-family:'Palatino Linotype',Georgia,serif !important}</style><![endif]--></head>
<body style="margin:0;padding:0">
<table border="0" width="100%" cellPadding="0" cellSpacing="0" role="presentation" align="center"><tbody>
<tr>
<td style="margin:0;padding:0;font-family:-apple-system, &#x27;Segoe UI&#x27;, Roboto, Helvetica, Arial, sans-serif;word-break:break-word">
<div style="display:none;overflow:hidden;line-height:1px;opacity:0;max-height:0;max-width:0" data-skip-in-text="true">You’ll have our answer within 48 hours.
<div> ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿</div></div>
<table border="0" cellPadding="0" cellSpacing="0" role="presentation" width="100%" lang="en" class="in-paper" style="background-color:#f4f8f6"><tbody>
<tr>
<td style="font-size:0;line-height:0"> </td>
<td width="600">
<table align="center" width="100%" border="0" cellPadding="0" cellSpacing="0" role="presentation"><tbody>
<tr>
<td class="inset" style="padding:28px 32px 16px">
<table border="0" cellPadding="0" cellSpacing="0" role="presentation" data-skip-in-text="true"><tbody>
<tr>
<td aria-hidden="true">
<table border="0" cellPadding="0" cellSpacing="0" role="presentation" width="30" style="mso-hide:all;width:30px"><tbody>
<tr>
<td width="13" valign="bottom" style="font-size:0;line-height:0;width:13px">
<div class="jib" style="font-size:0;line-height:0;width:0;height:0;margin-left:auto;border-left:4px solid transparent;border-bottom:11px solid #0b5968"> </div>
<div class="jib" style="font-size:0;line-height:0;width:4px;height:0;margin-left:auto;border-left:7px solid transparent;border-bottom:7px solid #0b5968"> </div></td>
<td width="15" valign="bottom" style="font-size:0;line-height:0;width:15px;padding-left:2px">
<div class="in-ink" style="font-size:0;line-height:0;width:11px;height:18px;background-color:#0b2730;border-radius:1px 2px 2px 1px"> </div></td></tr>
<tr>
<td colSpan="2" style="font-size:0;line-height:0;padding-top:2px">
<div style="font-size:0;line-height:0;height:8px;background-color:#f3bb4b;border-radius:0 0 9px 9px"> </div></td></tr></tbody></table></td>
<td style="padding-left:12px"><a href="{{site}}/" class="on-ink display" style="color:#0b2730;text-decoration-line:none;text-decoration:none;font-family:&#x27;Iowan Old Style&#x27;, &#x27;Palatino Linotype&#x27;, Palatino, P052, Georgia, serif;font-size:24px;font-weight:600;line-height:32px" target="_blank">Keelbook</a></td></tr></tbody></table></td></tr></tbody></table>
<table align="center" width="100%" border="0" cellPadding="0" cellSpacing="0" role="presentation" class="in-surface sheet" style="background-color:#ffffff;border-radius:16px 16px 0 0"><tbody>
<tr>
<td class="inset" style="padding:36px 32px 32px">
<h1 class="on-ink" style="color:#0b2730;margin:0 0 16px;font-family:&#x27;Iowan Old Style&#x27;, &#x27;Palatino Linotype&#x27;, Palatino, P052, Georgia, serif;font-size:32px;line-height:38px;font-weight:600">Your application is in</h1>
<p class="on-ink" style="font-size:16px;line-height:26px;color:#0b2730;margin:0 0 16px;margin-top:0;margin-right:0;margin-bottom:16px;margin-left:0">Thank you for applying to use Keelbook before launch. We read every application ourselves and reply within 48 hours.</p>
<p class="on-ink" style="font-size:16px;line-height:26px;color:#0b2730;margin:0 0 16px;margin-top:0;margin-right:0;margin-bottom:16px;margin-left:0">You’ll have our answer by {{receivedAt}}.</p>
<p class="on-ink" style="font-size:16px;line-height:26px;color:#0b2730;margin:0 0 16px;margin-top:0;margin-right:0;margin-bottom:16px;margin-left:0">There’s nothing to do until then. If it’s a match, our answer brings your sign-in link.</p>
<p class="on-ink" style="font-size:18px;line-height:24px;color:#0b2730;margin:24px 0 8px;font-family:&#x27;Iowan Old Style&#x27;, &#x27;Palatino Linotype&#x27;, Palatino, P052, Georgia, serif;font-weight:600;margin-top:24px;margin-right:0;margin-bottom:8px;margin-left:0">— {{sender}}</p></td></tr></tbody></table>
<table border="0" cellPadding="0" cellSpacing="0" role="presentation" width="100%" class="in-deep sheet" style="background-color:#093f4b;table-layout:fixed;border-radius:0 0 16px 16px"><tbody>
<tr>
<td class="side" width="32" style="width:32px">
<table border="0" cellPadding="0" cellSpacing="0" role="presentation" width="100%" data-skip-in-text="true"><tbody>
<tr>
<td class="in-surface" style="height:6px;font-size:1px;line-height:1px;background-color:#ffffff;border-bottom:2px solid #f3bb4b"> </td></tr>
<tr>
<td class="in-deep" style="height:6px;font-size:1px;line-height:1px;background-color:#093f4b"> </td></tr></tbody></table></td>
<td width="33%">
<table border="0" cellPadding="0" cellSpacing="0" role="presentation" width="100%" data-skip-in-text="true"><tbody>
<tr>
<td rowSpan="2" width="14" class="half" style="width:14px;background-image:linear-gradient(#ffffff 50%,#093f4b 50%)">
<div class="in-gold" style="width:10px;height:10px;border:2px solid #f3bb4b;border-radius:7px;background-color:#f3bb4b;font-size:1px;line-height:10px"> </div></td>
<td class="in-surface" style="height:6px;font-size:1px;line-height:1px;background-color:#ffffff;border-bottom:2px solid #f3bb4b"> </td></tr>
<tr>
<td class="in-deep" style="height:6px;font-size:1px;line-height:1px;background-color:#093f4b"> </td></tr></tbody></table></td>
<td width="33%">
<table border="0" cellPadding="0" cellSpacing="0" role="presentation" width="100%" data-skip-in-text="true"><tbody>
<tr>
<td rowSpan="2" width="14" class="half" style="width:14px;background-image:linear-gradient(#ffffff 50%,#093f4b 50%)">
<div class="in-deep" style="width:10px;height:10px;border:2px solid #f3bb4b;border-radius:7px;background-color:#093f4b;font-size:1px;line-height:10px"> </div></td>
<td class="in-surface" style="height:6px;font-size:1px;line-height:1px;background-color:#ffffff;border-bottom:2px solid #f3bb4b"> </td></tr>
<tr>
<td class="in-deep" style="height:6px;font-size:1px;line-height:1px;background-color:#093f4b"> </td></tr></tbody></table></td>
<td width="33%">
<table border="0" cellPadding="0" cellSpacing="0" role="presentation" width="100%" data-skip-in-text="true"><tbody>
<tr>
<td rowSpan="2" width="14" class="half" style="width:14px;background-image:linear-gradient(#ffffff 50%,#093f4b 50%)">
<div class="in-deep" style="width:10px;height:10px;border:2px solid #f3bb4b;border-radius:7px;background-color:#093f4b;font-size:1px;line-height:10px"> </div></td>
<td class="in-surface" style="height:6px;font-size:1px;line-height:1px;background-color:#ffffff;border-bottom:2px solid #f3bb4b"> </td></tr>
<tr>
<td class="in-deep" style="height:6px;font-size:1px;line-height:1px;background-color:#093f4b"> </td></tr></tbody></table></td></tr>
<tr>
<td class="side" width="32" style="width:32px;height:20px" data-skip-in-text="true"> </td>
<td valign="top" style="padding:6px 12px 22px 0">
<p class="milestone on-mist" style="color:#b9d6d8;margin:0;font-size:13px;line-height:18px"><strong class="on-foam" style="color:#effaf8">Received</strong><br/>Your application</p></td>
<td valign="top" style="padding:6px 12px 22px 0">
<p class="milestone on-mist" style="color:#b9d6d8;margin:0;font-size:13px;line-height:18px"><strong class="on-foam" style="color:#effaf8">Within 48 hours</strong><br/>Our answer</p></td>
<td valign="top" style="padding:6px 12px 22px 0">
<p class="milestone on-mist" style="color:#b9d6d8;margin:0;font-size:13px;line-height:18px"><strong class="on-foam" style="color:#effaf8">If it’s a match</strong><br/>Your sign-in link</p></td></tr></tbody></table>
<table align="center" width="100%" border="0" cellPadding="0" cellSpacing="0" role="presentation"><tbody>
<tr>
<td class="inset" style="padding:20px 32px 32px">
<p class="on-muted" style="font-size:13px;line-height:20px;color:#45606a;margin:0 0 6px;margin-top:0;margin-right:0;margin-bottom:6px;margin-left:0">An application for Keelbook’s beta was sent with this address. If that wasn’t you, you can ignore this email.</p>
<p class="on-muted" style="font-size:13px;line-height:20px;color:#45606a;margin:0 0 6px;margin-top:0;margin-right:0;margin-bottom:6px;margin-left:0">{{imprint}}</p></td></tr></tbody></table></td>
<td style="font-size:0;line-height:0"> </td></tr></tbody></table></td></tr></tbody></table></body></html>`,
  },
  "application-received-late": {
    subject: `We have your application for Keelbook’s beta`,
    text: ` 




Your application is in

Thank you for applying to use Keelbook before launch. This email should have
reached you at once, and our answer within 48 hours. Both are late, and
we’re sorry.

We have your application, and we read every one ourselves. There’s nothing
you need to do. If it’s a match, our answer brings your sign-in link.

— {{sender}}

- Received: Your application
- Next: Our answer
- If it’s a match: Your sign-in link

An application for Keelbook’s beta was sent with this address. If that
wasn’t you, you can ignore this email.

{{imprint}}

 `,
    html: `<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Transitional//EN" "http://www.w3.org/TR/xhtml1/DTD/xhtml1-transitional.dtd"><html dir="ltr" lang="en"><head>
<meta name="viewport" content="width=device-width, initial-scale=1"/>
<meta content="text/html; charset=UTF-8" http-equiv="Content-Type"/>
<meta name="x-apple-disable-message-reformatting"/>
<meta name="color-scheme" content="light dark"/>
<meta name="supported-color-schemes" content="light dark"/>
<meta name="format-detection" content="telephone=no, date=no, address=no, email=no, url=no"/>
<title>We have your application for Keelbook’s beta</title>
<style>:root{color-scheme:light dark;supported-color-schemes:light dark}body{margin:0;padding:0;background-color:#f4f8f6;-webkit-text-size-adjust:100%}@media (max-width:600px){.sheet{border-radius:0 !important}}@media (max-width:480px){.side{width:20px !important}.inset{padding-left:20px !important;padding-right:20px !important}h1{font-size:28px !important;line-height:34px !important}}@media (prefers-color-scheme:dark){body{background-color:#07161b !important}.on-ink{color:#e9f2f1 !important}.on-muted{color:#a4bac0 !important}.on-sea{color:#72d1d3 !important}.on-onSea{color:#06262c !important}.on-foam{color:#effaf8 !important}.on-mist{color:#b9d6d8 !important}.in-paper{background-color:#07161b !important}.in-surface{background-color:#0e242b !important}.in-ink{background-color:#e9f2f1 !important}.in-rule{background-color:#21393f !important}.in-sea{background-color:#72d1d3 !important}.in-deep{background-color:#0a3641 !important}.in-gold{background-color:#f3bb4b !important}.in-edge{background-color:#67828a !important}.jib{border-bottom-color:#72d1d3 !important}.edge{border-color:#21393f !important}.half{background-image:linear-gradient(#0e242b 50%,#0a3641 50%) !important}}</style><!--[if mso]>
<style>td,p,li{font-family:'Segoe UI',Arial,sans-serif !important}h1,h2,h3,.display{font-family:'Palatino Linotype',Georgia,serif !important}</style><![endif]--></head>
<body style="margin:0;padding:0">
<table border="0" width="100%" cellPadding="0" cellSpacing="0" role="presentation" align="center"><tbody>
<tr>
<td style="margin:0;padding:0;font-family:-apple-system, &#x27;Segoe UI&#x27;, Roboto, Helvetica, Arial, sans-serif;word-break:break-word">
<div style="display:none;overflow:hidden;line-height:1px;opacity:0;max-height:0;max-width:0" data-skip-in-text="true">This email is late, and so is our answer. We’re sorry.
<div> ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿</div></div>
<table border="0" cellPadding="0" cellSpacing="0" role="presentation" width="100%" lang="en" class="in-paper" style="background-color:#f4f8f6"><tbody>
<tr>
<td style="font-size:0;line-height:0"> </td>
<td width="600">
<table align="center" width="100%" border="0" cellPadding="0" cellSpacing="0" role="presentation"><tbody>
<tr>
<td class="inset" style="padding:28px 32px 16px">
<table border="0" cellPadding="0" cellSpacing="0" role="presentation" data-skip-in-text="true"><tbody>
<tr>
<td aria-hidden="true">
<table border="0" cellPadding="0" cellSpacing="0" role="presentation" width="30" style="mso-hide:all;width:30px"><tbody>
<tr>
<td width="13" valign="bottom" style="font-size:0;line-height:0;width:13px">
<div class="jib" style="font-size:0;line-height:0;width:0;height:0;margin-left:auto;border-left:4px solid transparent;border-bottom:11px solid #0b5968"> </div>
<div class="jib" style="font-size:0;line-height:0;width:4px;height:0;margin-left:auto;border-left:7px solid transparent;border-bottom:7px solid #0b5968"> </div></td>
<td width="15" valign="bottom" style="font-size:0;line-height:0;width:15px;padding-left:2px">
<div class="in-ink" style="font-size:0;line-height:0;width:11px;height:18px;background-color:#0b2730;border-radius:1px 2px 2px 1px"> </div></td></tr>
<tr>
<td colSpan="2" style="font-size:0;line-height:0;padding-top:2px">
<div style="font-size:0;line-height:0;height:8px;background-color:#f3bb4b;border-radius:0 0 9px 9px"> </div></td></tr></tbody></table></td>
<td style="padding-left:12px"><a href="{{site}}/" class="on-ink display" style="color:#0b2730;text-decoration-line:none;text-decoration:none;font-family:&#x27;Iowan Old Style&#x27;, &#x27;Palatino Linotype&#x27;, Palatino, P052, Georgia, serif;font-size:24px;font-weight:600;line-height:32px" target="_blank">Keelbook</a></td></tr></tbody></table></td></tr></tbody></table>
<table align="center" width="100%" border="0" cellPadding="0" cellSpacing="0" role="presentation" class="in-surface sheet" style="background-color:#ffffff;border-radius:16px 16px 0 0"><tbody>
<tr>
<td class="inset" style="padding:36px 32px 32px">
<h1 class="on-ink" style="color:#0b2730;margin:0 0 16px;font-family:&#x27;Iowan Old Style&#x27;, &#x27;Palatino Linotype&#x27;, Palatino, P052, Georgia, serif;font-size:32px;line-height:38px;font-weight:600">Your application is in</h1>
<p class="on-ink" style="font-size:16px;line-height:26px;color:#0b2730;margin:0 0 16px;margin-top:0;margin-right:0;margin-bottom:16px;margin-left:0">Thank you for applying to use Keelbook before launch. This email should have reached you at once, and our answer within 48 hours. Both are late, and we’re sorry.</p>
<p class="on-ink" style="font-size:16px;line-height:26px;color:#0b2730;margin:0 0 16px;margin-top:0;margin-right:0;margin-bottom:16px;margin-left:0">We have your application, and we read every one ourselves. There’s nothing you need to do. If it’s a match, our answer brings your sign-in link.</p>
<p class="on-ink" style="font-size:18px;line-height:24px;color:#0b2730;margin:24px 0 8px;font-family:&#x27;Iowan Old Style&#x27;, &#x27;Palatino Linotype&#x27;, Palatino, P052, Georgia, serif;font-weight:600;margin-top:24px;margin-right:0;margin-bottom:8px;margin-left:0">— {{sender}}</p></td></tr></tbody></table>
<table border="0" cellPadding="0" cellSpacing="0" role="presentation" width="100%" class="in-deep sheet" style="background-color:#093f4b;table-layout:fixed;border-radius:0 0 16px 16px"><tbody>
<tr>
<td class="side" width="32" style="width:32px">
<table border="0" cellPadding="0" cellSpacing="0" role="presentation" width="100%" data-skip-in-text="true"><tbody>
<tr>
<td class="in-surface" style="height:6px;font-size:1px;line-height:1px;background-color:#ffffff;border-bottom:2px solid #f3bb4b"> </td></tr>
<tr>
<td class="in-deep" style="height:6px;font-size:1px;line-height:1px;background-color:#093f4b"> </td></tr></tbody></table></td>
<td width="33%">
<table border="0" cellPadding="0" cellSpacing="0" role="presentation" width="100%" data-skip-in-text="true"><tbody>
<tr>
<td rowSpan="2" width="14" class="half" style="width:14px;background-image:linear-gradient(#ffffff 50%,#093f4b 50%)">
<div class="in-gold" style="width:10px;height:10px;border:2px solid #f3bb4b;border-radius:7px;background-color:#f3bb4b;font-size:1px;line-height:10px"> </div></td>
<td class="in-surface" style="height:6px;font-size:1px;line-height:1px;background-color:#ffffff;border-bottom:2px solid #f3bb4b"> </td></tr>
<tr>
<td class="in-deep" style="height:6px;font-size:1px;line-height:1px;background-color:#093f4b"> </td></tr></tbody></table></td>
<td width="33%">
<table border="0" cellPadding="0" cellSpacing="0" role="presentation" width="100%" data-skip-in-text="true"><tbody>
<tr>
<td rowSpan="2" width="14" class="half" style="width:14px;background-image:linear-gradient(#ffffff 50%,#093f4b 50%)">
<div class="in-deep" style="width:10px;height:10px;border:2px solid #f3bb4b;border-radius:7px;background-color:#093f4b;font-size:1px;line-height:10px"> </div></td>
<td class="in-surface" style="height:6px;font-size:1px;line-height:1px;background-color:#ffffff;border-bottom:2px solid #f3bb4b"> </td></tr>
<tr>
<td class="in-deep" style="height:6px;font-size:1px;line-height:1px;background-color:#093f4b"> </td></tr></tbody></table></td>
<td width="33%">
<table border="0" cellPadding="0" cellSpacing="0" role="presentation" width="100%" data-skip-in-text="true"><tbody>
<tr>
<td rowSpan="2" width="14" class="half" style="width:14px;background-image:linear-gradient(#ffffff 50%,#093f4b 50%)">
<div class="in-deep" style="width:10px;height:10px;border:2px solid #f3bb4b;border-radius:7px;background-color:#093f4b;font-size:1px;line-height:10px"> </div></td>
<td class="in-surface" style="height:6px;font-size:1px;line-height:1px;background-color:#ffffff;border-bottom:2px solid #f3bb4b"> </td></tr>
<tr>
<td class="in-deep" style="height:6px;font-size:1px;line-height:1px;background-color:#093f4b"> </td></tr></tbody></table></td></tr>
<tr>
<td class="side" width="32" style="width:32px;height:20px" data-skip-in-text="true"> </td>
<td valign="top" style="padding:6px 12px 22px 0">
<p class="milestone on-mist" style="color:#b9d6d8;margin:0;font-size:13px;line-height:18px"><strong class="on-foam" style="color:#effaf8">Received</strong><br/>Your application</p></td>
<td valign="top" style="padding:6px 12px 22px 0">
<p class="milestone on-mist" style="color:#b9d6d8;margin:0;font-size:13px;line-height:18px"><strong class="on-foam" style="color:#effaf8">Next</strong><br/>Our answer</p></td>
<td valign="top" style="padding:6px 12px 22px 0">
<p class="milestone on-mist" style="color:#b9d6d8;margin:0;font-size:13px;line-height:18px"><strong class="on-foam" style="color:#effaf8">If it’s a match</strong><br/>Your sign-in link</p></td></tr></tbody></table>
<table align="center" width="100%" border="0" cellPadding="0" cellSpacing="0" role="presentation"><tbody>
<tr>
<td class="inset" style="padding:20px 32px 32px">
<p class="on-muted" style="font-size:13px;line-height:20px;color:#45606a;margin:0 0 6px;margin-top:0;margin-right:0;margin-bottom:6px;margin-left:0">An application for Keelbook’s beta was sent with this address. If that wasn’t you, you can ignore this email.</p>
<p class="on-muted" style="font-size:13px;line-height:20px;color:#45606a;margin:0 0 6px;margin-top:0;margin-right:0;margin-bottom:6px;margin-left:0">{{imprint}}</p></td></tr></tbody></table></td>
<td style="font-size:0;line-height:0"> </td></tr></tbody></table></td></tr></tbody></table></body></html>`,
  },
  "application-accepted": {
    subject: `You’re in: Keelbook’s beta`,
    text: ` 




Welcome aboard

We read your application and would like to have you in Keelbook’s beta. Sign
in to see where things stand. We’ll email you when the beta starts.

Sign in:
{{site}}/#token_hash={{token}}&type={{tokenType}}

Get a new sign-in link:
{{site}}/#sign-in

The sign-in link works once, for 15 minutes after this email was sent. After
that, get a new link.

— {{sender}}

- Applied: Received
- In review: We read it
- Answer: Accepted

You applied for beta access at Keelbook with this address.

{{imprint}}

 `,
    html: `<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Transitional//EN" "http://www.w3.org/TR/xhtml1/DTD/xhtml1-transitional.dtd"><html dir="ltr" lang="en"><head>
<meta name="viewport" content="width=device-width, initial-scale=1"/>
<meta content="text/html; charset=UTF-8" http-equiv="Content-Type"/>
<meta name="x-apple-disable-message-reformatting"/>
<meta name="color-scheme" content="light dark"/>
<meta name="supported-color-schemes" content="light dark"/>
<meta name="format-detection" content="telephone=no, date=no, address=no, email=no, url=no"/>
<title>You’re in: Keelbook’s beta</title>
<style>:root{color-scheme:light dark;supported-color-schemes:light dark}body{margin:0;padding:0;background-color:#f4f8f6;-webkit-text-size-adjust:100%}@media (max-width:600px){.sheet{border-radius:0 !important}}@media (max-width:480px){.side{width:20px !important}.inset{padding-left:20px !important;padding-right:20px !important}h1{font-size:28px !important;line-height:34px !important}}@media (prefers-color-scheme:dark){body{background-color:#07161b !important}.on-ink{color:#e9f2f1 !important}.on-muted{color:#a4bac0 !important}.on-sea{color:#72d1d3 !important}.on-onSea{color:#06262c !important}.on-foam{color:#effaf8 !important}.on-mist{color:#b9d6d8 !important}.in-paper{background-color:#07161b !important}.in-surface{background-color:#0e242b !important}.in-ink{background-color:#e9f2f1 !important}.in-rule{background-color:#21393f !important}.in-sea{background-color:#72d1d3 !important}.in-deep{background-color:#0a3641 !important}.in-gold{background-color:#f3bb4b !important}.in-edge{background-color:#67828a !important}.jib{border-bottom-color:#72d1d3 !important}.edge{border-color:#21393f !important}.half{background-image:linear-gradient(#0e242b 50%,#0a3641 50%) !important}}</style><!--[if mso]>
<style>td,p,li{font-family:'Segoe UI',Arial,sans-serif !important}h1,h2,h3,.display{font-family:'Palatino Linotype',Georgia,serif !important}</style><![endif]--></head>
<body style="margin:0;padding:0">
<table border="0" width="100%" cellPadding="0" cellSpacing="0" role="presentation" align="center"><tbody>
<tr>
<td style="margin:0;padding:0;font-family:-apple-system, &#x27;Segoe UI&#x27;, Roboto, Helvetica, Arial, sans-serif;word-break:break-word">
<div style="display:none;overflow:hidden;line-height:1px;opacity:0;max-height:0;max-width:0" data-skip-in-text="true">Your application was accepted. Here is your sign-in link.
<div> ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿</div></div>
<table border="0" cellPadding="0" cellSpacing="0" role="presentation" width="100%" lang="en" class="in-paper" style="background-color:#f4f8f6"><tbody>
<tr>
<td style="font-size:0;line-height:0"> </td>
<td width="600">
<table align="center" width="100%" border="0" cellPadding="0" cellSpacing="0" role="presentation"><tbody>
<tr>
<td class="inset" style="padding:28px 32px 16px">
<table border="0" cellPadding="0" cellSpacing="0" role="presentation" data-skip-in-text="true"><tbody>
<tr>
<td aria-hidden="true">
<table border="0" cellPadding="0" cellSpacing="0" role="presentation" width="30" style="mso-hide:all;width:30px"><tbody>
<tr>
<td width="13" valign="bottom" style="font-size:0;line-height:0;width:13px">
<div class="jib" style="font-size:0;line-height:0;width:0;height:0;margin-left:auto;border-left:4px solid transparent;border-bottom:11px solid #0b5968"> </div>
<div class="jib" style="font-size:0;line-height:0;width:4px;height:0;margin-left:auto;border-left:7px solid transparent;border-bottom:7px solid #0b5968"> </div></td>
<td width="15" valign="bottom" style="font-size:0;line-height:0;width:15px;padding-left:2px">
<div class="in-ink" style="font-size:0;line-height:0;width:11px;height:18px;background-color:#0b2730;border-radius:1px 2px 2px 1px"> </div></td></tr>
<tr>
<td colSpan="2" style="font-size:0;line-height:0;padding-top:2px">
<div style="font-size:0;line-height:0;height:8px;background-color:#f3bb4b;border-radius:0 0 9px 9px"> </div></td></tr></tbody></table></td>
<td style="padding-left:12px"><a href="{{site}}/" class="on-ink display" style="color:#0b2730;text-decoration-line:none;text-decoration:none;font-family:&#x27;Iowan Old Style&#x27;, &#x27;Palatino Linotype&#x27;, Palatino, P052, Georgia, serif;font-size:24px;font-weight:600;line-height:32px" target="_blank">Keelbook</a></td></tr></tbody></table></td></tr></tbody></table>
<table align="center" width="100%" border="0" cellPadding="0" cellSpacing="0" role="presentation" class="in-surface sheet" style="background-color:#ffffff;border-radius:16px 16px 0 0"><tbody>
<tr>
<td class="inset" style="padding:36px 32px 32px">
<h1 class="on-ink" style="color:#0b2730;margin:0 0 16px;font-family:&#x27;Iowan Old Style&#x27;, &#x27;Palatino Linotype&#x27;, Palatino, P052, Georgia, serif;font-size:32px;line-height:38px;font-weight:600">Welcome aboard</h1>
<p class="on-ink" style="font-size:16px;line-height:26px;color:#0b2730;margin:0 0 16px;margin-top:0;margin-right:0;margin-bottom:16px;margin-left:0">We read your application and would like to have you in Keelbook’s beta. Sign in to see where things stand. We’ll email you when the beta starts.</p><a href="{{site}}/#token_hash={{token}}&amp;type={{tokenType}}" class="alone in-sea on-onSea" style="line-height:24px;text-decoration:none;display:inline-block;max-width:100%;mso-padding-alt:0px;color:#ffffff;background-color:#0b5968;padding:14px 28px;border-radius:8px;font-size:16px;font-weight:600;padding-top:14px;padding-right:28px;padding-bottom:14px;padding-left:28px" target="_blank"><span><!--[if mso]><i style="mso-font-width:466.6666666666667%;mso-text-raise:21" hidden>&#8202;&#8202;&#8202;</i><![endif]--></span><span style="max-width:100%;display:inline-block;line-height:120%;mso-padding-alt:0px;mso-text-raise:10.5px">Sign in</span><span><!--[if mso]><i style="mso-font-width:466.6666666666667%" hidden>&#8202;&#8202;&#8202;&#8203;</i><![endif]--></span></a>
<p class="on-ink" style="font-size:16px;line-height:26px;color:#0b2730;margin:16px 0 0;margin-top:16px;margin-right:0;margin-bottom:0;margin-left:0"><a href="{{site}}/#sign-in" class="alone on-sea" style="color:#0b5968;text-decoration-line:none;text-decoration:underline" target="_blank">Get a new sign-in link</a></p>
<p class="on-muted" data-skip-in-text="true" style="font-size:13px;line-height:20px;color:#45606a;margin:20px 0 0;margin-top:20px;margin-right:0;margin-bottom:0;margin-left:0">Or open this address:<br/><a href="{{site}}/#token_hash={{token}}&amp;type={{tokenType}}" class="on-muted" style="color:#45606a;text-decoration-line:none;word-break:break-all" target="_blank">{{site}}/<wbr/>#token_hash=<br/>{{tokenLines}}<wbr/>&amp;type={{tokenType}}</a></p>
<p class="on-muted" style="font-size:15px;line-height:24px;color:#45606a;margin:20px 0 0;margin-top:20px;margin-right:0;margin-bottom:0;margin-left:0">The sign-in link works once, for 15 minutes after this email was sent. After that, get a new link.</p>
<p class="on-ink" style="font-size:18px;line-height:24px;color:#0b2730;margin:24px 0 8px;font-family:&#x27;Iowan Old Style&#x27;, &#x27;Palatino Linotype&#x27;, Palatino, P052, Georgia, serif;font-weight:600;margin-top:24px;margin-right:0;margin-bottom:8px;margin-left:0">— {{sender}}</p></td></tr></tbody></table>
<table border="0" cellPadding="0" cellSpacing="0" role="presentation" width="100%" class="in-deep sheet" style="background-color:#093f4b;table-layout:fixed;border-radius:0 0 16px 16px"><tbody>
<tr>
<td class="side" width="32" style="width:32px">
<table border="0" cellPadding="0" cellSpacing="0" role="presentation" width="100%" data-skip-in-text="true"><tbody>
<tr>
<td class="in-surface" style="height:6px;font-size:1px;line-height:1px;background-color:#ffffff;border-bottom:2px solid #f3bb4b"> </td></tr>
<tr>
<td class="in-deep" style="height:6px;font-size:1px;line-height:1px;background-color:#093f4b"> </td></tr></tbody></table></td>
<td width="33%">
<table border="0" cellPadding="0" cellSpacing="0" role="presentation" width="100%" data-skip-in-text="true"><tbody>
<tr>
<td rowSpan="2" width="14" class="half" style="width:14px;background-image:linear-gradient(#ffffff 50%,#093f4b 50%)">
<div class="in-gold" style="width:10px;height:10px;border:2px solid #f3bb4b;border-radius:7px;background-color:#f3bb4b;font-size:1px;line-height:10px"> </div></td>
<td class="in-surface" style="height:6px;font-size:1px;line-height:1px;background-color:#ffffff;border-bottom:2px solid #f3bb4b"> </td></tr>
<tr>
<td class="in-deep" style="height:6px;font-size:1px;line-height:1px;background-color:#093f4b"> </td></tr></tbody></table></td>
<td width="33%">
<table border="0" cellPadding="0" cellSpacing="0" role="presentation" width="100%" data-skip-in-text="true"><tbody>
<tr>
<td rowSpan="2" width="14" class="half" style="width:14px;background-image:linear-gradient(#ffffff 50%,#093f4b 50%)">
<div class="in-gold" style="width:10px;height:10px;border:2px solid #f3bb4b;border-radius:7px;background-color:#f3bb4b;font-size:1px;line-height:10px"> </div></td>
<td class="in-surface" style="height:6px;font-size:1px;line-height:1px;background-color:#ffffff;border-bottom:2px solid #f3bb4b"> </td></tr>
<tr>
<td class="in-deep" style="height:6px;font-size:1px;line-height:1px;background-color:#093f4b"> </td></tr></tbody></table></td>
<td width="33%">
<table border="0" cellPadding="0" cellSpacing="0" role="presentation" width="100%" data-skip-in-text="true"><tbody>
<tr>
<td rowSpan="2" width="14" class="half" style="width:14px;background-image:linear-gradient(#ffffff 50%,#093f4b 50%)">
<div class="in-gold" style="width:10px;height:10px;border:2px solid #f3bb4b;border-radius:7px;background-color:#f3bb4b;font-size:1px;line-height:10px"> </div></td>
<td class="in-surface" style="height:6px;font-size:1px;line-height:1px;background-color:#ffffff;border-bottom:2px solid #f3bb4b"> </td></tr>
<tr>
<td class="in-deep" style="height:6px;font-size:1px;line-height:1px;background-color:#093f4b"> </td></tr></tbody></table></td></tr>
<tr>
<td class="side" width="32" style="width:32px;height:20px" data-skip-in-text="true"> </td>
<td valign="top" style="padding:6px 12px 22px 0">
<p class="milestone on-mist" style="color:#b9d6d8;margin:0;font-size:13px;line-height:18px"><strong class="on-foam" style="color:#effaf8">Applied</strong><br/>Received</p></td>
<td valign="top" style="padding:6px 12px 22px 0">
<p class="milestone on-mist" style="color:#b9d6d8;margin:0;font-size:13px;line-height:18px"><strong class="on-foam" style="color:#effaf8">In review</strong><br/>We read it</p></td>
<td valign="top" style="padding:6px 12px 22px 0">
<p class="milestone on-mist" style="color:#b9d6d8;margin:0;font-size:13px;line-height:18px"><strong class="on-foam" style="color:#effaf8">Answer</strong><br/>Accepted</p></td></tr></tbody></table>
<table align="center" width="100%" border="0" cellPadding="0" cellSpacing="0" role="presentation"><tbody>
<tr>
<td class="inset" style="padding:20px 32px 32px">
<p class="on-muted" style="font-size:13px;line-height:20px;color:#45606a;margin:0 0 6px;margin-top:0;margin-right:0;margin-bottom:6px;margin-left:0">You applied for beta access at Keelbook with this address.</p>
<p class="on-muted" style="font-size:13px;line-height:20px;color:#45606a;margin:0 0 6px;margin-top:0;margin-right:0;margin-bottom:6px;margin-left:0">{{imprint}}</p></td></tr></tbody></table></td>
<td style="font-size:0;line-height:0"> </td></tr></tbody></table></td></tr></tbody></table></body></html>`,
  },
  "application-declined": {
    subject: `Your application for Keelbook’s beta`,
    text: ` 




Not this time

Thank you for applying to Keelbook’s beta. We read your application and
can’t offer you a place: the beta is small, and we’re choosing applications
that cover different kinds of work.

It’s no verdict on your business. Everyone on the waitlist hears from us on
launch day, and you’re welcome to apply again if your work changes.

— {{sender}}

- Applied: Received
- In review: We read it
- Answer: Not this time

You applied for beta access at Keelbook with this address.

{{imprint}}

 `,
    html: `<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Transitional//EN" "http://www.w3.org/TR/xhtml1/DTD/xhtml1-transitional.dtd"><html dir="ltr" lang="en"><head>
<meta name="viewport" content="width=device-width, initial-scale=1"/>
<meta content="text/html; charset=UTF-8" http-equiv="Content-Type"/>
<meta name="x-apple-disable-message-reformatting"/>
<meta name="color-scheme" content="light dark"/>
<meta name="supported-color-schemes" content="light dark"/>
<meta name="format-detection" content="telephone=no, date=no, address=no, email=no, url=no"/>
<title>Your application for Keelbook’s beta</title>
<style>:root{color-scheme:light dark;supported-color-schemes:light dark}body{margin:0;padding:0;background-color:#f4f8f6;-webkit-text-size-adjust:100%}@media (max-width:600px){.sheet{border-radius:0 !important}}@media (max-width:480px){.side{width:20px !important}.inset{padding-left:20px !important;padding-right:20px !important}h1{font-size:28px !important;line-height:34px !important}}@media (prefers-color-scheme:dark){body{background-color:#07161b !important}.on-ink{color:#e9f2f1 !important}.on-muted{color:#a4bac0 !important}.on-sea{color:#72d1d3 !important}.on-onSea{color:#06262c !important}.on-foam{color:#effaf8 !important}.on-mist{color:#b9d6d8 !important}.in-paper{background-color:#07161b !important}.in-surface{background-color:#0e242b !important}.in-ink{background-color:#e9f2f1 !important}.in-rule{background-color:#21393f !important}.in-sea{background-color:#72d1d3 !important}.in-deep{background-color:#0a3641 !important}.in-gold{background-color:#f3bb4b !important}.in-edge{background-color:#67828a !important}.jib{border-bottom-color:#72d1d3 !important}.edge{border-color:#21393f !important}.half{background-image:linear-gradient(#0e242b 50%,#0a3641 50%) !important}}</style><!--[if mso]>
<style>td,p,li{font-family:'Segoe UI',Arial,sans-serif !important}h1,h2,h3,.display{font-family:'Palatino Linotype',Georgia,serif !important}</style><![endif]--></head>
<body style="margin:0;padding:0">
<table border="0" width="100%" cellPadding="0" cellSpacing="0" role="presentation" align="center"><tbody>
<tr>
<td style="margin:0;padding:0;font-family:-apple-system, &#x27;Segoe UI&#x27;, Roboto, Helvetica, Arial, sans-serif;word-break:break-word">
<div style="display:none;overflow:hidden;line-height:1px;opacity:0;max-height:0;max-width:0" data-skip-in-text="true">Not this time. Here’s why, and what’s still open to you.
<div> ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿</div></div>
<table border="0" cellPadding="0" cellSpacing="0" role="presentation" width="100%" lang="en" class="in-paper" style="background-color:#f4f8f6"><tbody>
<tr>
<td style="font-size:0;line-height:0"> </td>
<td width="600">
<table align="center" width="100%" border="0" cellPadding="0" cellSpacing="0" role="presentation"><tbody>
<tr>
<td class="inset" style="padding:28px 32px 16px">
<table border="0" cellPadding="0" cellSpacing="0" role="presentation" data-skip-in-text="true"><tbody>
<tr>
<td aria-hidden="true">
<table border="0" cellPadding="0" cellSpacing="0" role="presentation" width="30" style="mso-hide:all;width:30px"><tbody>
<tr>
<td width="13" valign="bottom" style="font-size:0;line-height:0;width:13px">
<div class="jib" style="font-size:0;line-height:0;width:0;height:0;margin-left:auto;border-left:4px solid transparent;border-bottom:11px solid #0b5968"> </div>
<div class="jib" style="font-size:0;line-height:0;width:4px;height:0;margin-left:auto;border-left:7px solid transparent;border-bottom:7px solid #0b5968"> </div></td>
<td width="15" valign="bottom" style="font-size:0;line-height:0;width:15px;padding-left:2px">
<div class="in-ink" style="font-size:0;line-height:0;width:11px;height:18px;background-color:#0b2730;border-radius:1px 2px 2px 1px"> </div></td></tr>
<tr>
<td colSpan="2" style="font-size:0;line-height:0;padding-top:2px">
<div style="font-size:0;line-height:0;height:8px;background-color:#f3bb4b;border-radius:0 0 9px 9px"> </div></td></tr></tbody></table></td>
<td style="padding-left:12px"><a href="{{site}}/" class="on-ink display" style="color:#0b2730;text-decoration-line:none;text-decoration:none;font-family:&#x27;Iowan Old Style&#x27;, &#x27;Palatino Linotype&#x27;, Palatino, P052, Georgia, serif;font-size:24px;font-weight:600;line-height:32px" target="_blank">Keelbook</a></td></tr></tbody></table></td></tr></tbody></table>
<table align="center" width="100%" border="0" cellPadding="0" cellSpacing="0" role="presentation" class="in-surface sheet" style="background-color:#ffffff;border-radius:16px 16px 0 0"><tbody>
<tr>
<td class="inset" style="padding:36px 32px 32px">
<h1 class="on-ink" style="color:#0b2730;margin:0 0 16px;font-family:&#x27;Iowan Old Style&#x27;, &#x27;Palatino Linotype&#x27;, Palatino, P052, Georgia, serif;font-size:32px;line-height:38px;font-weight:600">Not this time</h1>
<p class="on-ink" style="font-size:16px;line-height:26px;color:#0b2730;margin:0 0 16px;margin-top:0;margin-right:0;margin-bottom:16px;margin-left:0">Thank you for applying to Keelbook’s beta. We read your application and can’t offer you a place: the beta is small, and we’re choosing applications that cover different kinds of work.</p>
<p class="on-ink" style="font-size:16px;line-height:26px;color:#0b2730;margin:0 0 16px;margin-top:0;margin-right:0;margin-bottom:16px;margin-left:0">It’s no verdict on your business. Everyone on the waitlist hears from us on launch day, and you’re welcome to apply again if your work changes.</p>
<p class="on-ink" style="font-size:18px;line-height:24px;color:#0b2730;margin:24px 0 8px;font-family:&#x27;Iowan Old Style&#x27;, &#x27;Palatino Linotype&#x27;, Palatino, P052, Georgia, serif;font-weight:600;margin-top:24px;margin-right:0;margin-bottom:8px;margin-left:0">— {{sender}}</p></td></tr></tbody></table>
<table border="0" cellPadding="0" cellSpacing="0" role="presentation" width="100%" class="in-deep sheet" style="background-color:#093f4b;table-layout:fixed;border-radius:0 0 16px 16px"><tbody>
<tr>
<td class="side" width="32" style="width:32px">
<table border="0" cellPadding="0" cellSpacing="0" role="presentation" width="100%" data-skip-in-text="true"><tbody>
<tr>
<td class="in-surface" style="height:6px;font-size:1px;line-height:1px;background-color:#ffffff;border-bottom:2px solid #f3bb4b"> </td></tr>
<tr>
<td class="in-deep" style="height:6px;font-size:1px;line-height:1px;background-color:#093f4b"> </td></tr></tbody></table></td>
<td width="33%">
<table border="0" cellPadding="0" cellSpacing="0" role="presentation" width="100%" data-skip-in-text="true"><tbody>
<tr>
<td rowSpan="2" width="14" class="half" style="width:14px;background-image:linear-gradient(#ffffff 50%,#093f4b 50%)">
<div class="in-gold" style="width:10px;height:10px;border:2px solid #f3bb4b;border-radius:7px;background-color:#f3bb4b;font-size:1px;line-height:10px"> </div></td>
<td class="in-surface" style="height:6px;font-size:1px;line-height:1px;background-color:#ffffff;border-bottom:2px solid #f3bb4b"> </td></tr>
<tr>
<td class="in-deep" style="height:6px;font-size:1px;line-height:1px;background-color:#093f4b"> </td></tr></tbody></table></td>
<td width="33%">
<table border="0" cellPadding="0" cellSpacing="0" role="presentation" width="100%" data-skip-in-text="true"><tbody>
<tr>
<td rowSpan="2" width="14" class="half" style="width:14px;background-image:linear-gradient(#ffffff 50%,#093f4b 50%)">
<div class="in-gold" style="width:10px;height:10px;border:2px solid #f3bb4b;border-radius:7px;background-color:#f3bb4b;font-size:1px;line-height:10px"> </div></td>
<td class="in-surface" style="height:6px;font-size:1px;line-height:1px;background-color:#ffffff;border-bottom:2px solid #f3bb4b"> </td></tr>
<tr>
<td class="in-deep" style="height:6px;font-size:1px;line-height:1px;background-color:#093f4b"> </td></tr></tbody></table></td>
<td width="33%">
<table border="0" cellPadding="0" cellSpacing="0" role="presentation" width="100%" data-skip-in-text="true"><tbody>
<tr>
<td rowSpan="2" width="14" class="half" style="width:14px;background-image:linear-gradient(#ffffff 50%,#093f4b 50%)">
<div class="in-edge" style="width:10px;height:10px;border:2px solid #6d8389;border-radius:7px;background-color:#6d8389;font-size:1px;line-height:10px"> </div></td>
<td class="in-surface" style="height:6px;font-size:1px;line-height:1px;background-color:#ffffff;border-bottom:2px solid #f3bb4b"> </td></tr>
<tr>
<td class="in-deep" style="height:6px;font-size:1px;line-height:1px;background-color:#093f4b"> </td></tr></tbody></table></td></tr>
<tr>
<td class="side" width="32" style="width:32px;height:20px" data-skip-in-text="true"> </td>
<td valign="top" style="padding:6px 12px 22px 0">
<p class="milestone on-mist" style="color:#b9d6d8;margin:0;font-size:13px;line-height:18px"><strong class="on-foam" style="color:#effaf8">Applied</strong><br/>Received</p></td>
<td valign="top" style="padding:6px 12px 22px 0">
<p class="milestone on-mist" style="color:#b9d6d8;margin:0;font-size:13px;line-height:18px"><strong class="on-foam" style="color:#effaf8">In review</strong><br/>We read it</p></td>
<td valign="top" style="padding:6px 12px 22px 0">
<p class="milestone on-mist" style="color:#b9d6d8;margin:0;font-size:13px;line-height:18px"><strong class="on-foam" style="color:#effaf8">Answer</strong><br/>Not this time</p></td></tr></tbody></table>
<table align="center" width="100%" border="0" cellPadding="0" cellSpacing="0" role="presentation"><tbody>
<tr>
<td class="inset" style="padding:20px 32px 32px">
<p class="on-muted" style="font-size:13px;line-height:20px;color:#45606a;margin:0 0 6px;margin-top:0;margin-right:0;margin-bottom:6px;margin-left:0">You applied for beta access at Keelbook with this address.</p>
<p class="on-muted" style="font-size:13px;line-height:20px;color:#45606a;margin:0 0 6px;margin-top:0;margin-right:0;margin-bottom:6px;margin-left:0">{{imprint}}</p></td></tr></tbody></table></td>
<td style="font-size:0;line-height:0"> </td></tr></tbody></table></td></tr></tbody></table></body></html>`,
  },
  "launch-announcement": {
    subject: `Keelbook is open`,
    text: ` 




Keelbook is open

You asked to hear first, and this is the email we promised.

Invoices, hours, clients, what you will have in the bank, and the tax to set
aside are now in one place, for freelancers and small businesses.

Open Keelbook:
{{inviteLink}}

The link is your own invitation, so please don’t pass it on.

— {{sender}}

- Then: You joined the list
- Now: The doors are open

You confirmed this address on Keelbook’s waitlist.

Unsubscribe:
{{site}}/#unsubscribe={{unsubscribeToken}}

Your place:
{{site}}/#place={{placeToken}}.{{unsubscribeToken}}

{{imprint}}

 `,
    html: `<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Transitional//EN" "http://www.w3.org/TR/xhtml1/DTD/xhtml1-transitional.dtd"><html dir="ltr" lang="en"><head>
<meta name="viewport" content="width=device-width, initial-scale=1"/>
<meta content="text/html; charset=UTF-8" http-equiv="Content-Type"/>
<meta name="x-apple-disable-message-reformatting"/>
<meta name="color-scheme" content="light dark"/>
<meta name="supported-color-schemes" content="light dark"/>
<meta name="format-detection" content="telephone=no, date=no, address=no, email=no, url=no"/>
<title>Keelbook is open</title>
<style>:root{color-scheme:light dark;supported-color-schemes:light dark}body{margin:0;padding:0;background-color:#f4f8f6;-webkit-text-size-adjust:100%}@media (max-width:600px){.sheet{border-radius:0 !important}}@media (max-width:480px){.side{width:20px !important}.inset{padding-left:20px !important;padding-right:20px !important}h1{font-size:28px !important;line-height:34px !important}}@media (prefers-color-scheme:dark){body{background-color:#07161b !important}.on-ink{color:#e9f2f1 !important}.on-muted{color:#a4bac0 !important}.on-sea{color:#72d1d3 !important}.on-onSea{color:#06262c !important}.on-foam{color:#effaf8 !important}.on-mist{color:#b9d6d8 !important}.in-paper{background-color:#07161b !important}.in-surface{background-color:#0e242b !important}.in-ink{background-color:#e9f2f1 !important}.in-rule{background-color:#21393f !important}.in-sea{background-color:#72d1d3 !important}.in-deep{background-color:#0a3641 !important}.in-gold{background-color:#f3bb4b !important}.in-edge{background-color:#67828a !important}.jib{border-bottom-color:#72d1d3 !important}.edge{border-color:#21393f !important}.half{background-image:linear-gradient(#0e242b 50%,#0a3641 50%) !important}}</style><!--[if mso]>
<style>td,p,li{font-family:'Segoe UI',Arial,sans-serif !important}h1,h2,h3,.display{font-family:'Palatino Linotype',Georgia,serif !important}</style><![endif]--></head>
<body style="margin:0;padding:0">
<table border="0" width="100%" cellPadding="0" cellSpacing="0" role="presentation" align="center"><tbody>
<tr>
<td style="margin:0;padding:0;font-family:-apple-system, &#x27;Segoe UI&#x27;, Roboto, Helvetica, Arial, sans-serif;word-break:break-word">
<div style="display:none;overflow:hidden;line-height:1px;opacity:0;max-height:0;max-width:0" data-skip-in-text="true">You asked to hear first.
<div> ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿</div></div>
<table border="0" cellPadding="0" cellSpacing="0" role="presentation" width="100%" lang="en" class="in-paper" style="background-color:#f4f8f6"><tbody>
<tr>
<td style="font-size:0;line-height:0"> </td>
<td width="600">
<table align="center" width="100%" border="0" cellPadding="0" cellSpacing="0" role="presentation"><tbody>
<tr>
<td class="inset" style="padding:28px 32px 16px">
<table border="0" cellPadding="0" cellSpacing="0" role="presentation" data-skip-in-text="true"><tbody>
<tr>
<td aria-hidden="true">
<table border="0" cellPadding="0" cellSpacing="0" role="presentation" width="30" style="mso-hide:all;width:30px"><tbody>
<tr>
<td width="13" valign="bottom" style="font-size:0;line-height:0;width:13px">
<div class="jib" style="font-size:0;line-height:0;width:0;height:0;margin-left:auto;border-left:4px solid transparent;border-bottom:11px solid #0b5968"> </div>
<div class="jib" style="font-size:0;line-height:0;width:4px;height:0;margin-left:auto;border-left:7px solid transparent;border-bottom:7px solid #0b5968"> </div></td>
<td width="15" valign="bottom" style="font-size:0;line-height:0;width:15px;padding-left:2px">
<div class="in-ink" style="font-size:0;line-height:0;width:11px;height:18px;background-color:#0b2730;border-radius:1px 2px 2px 1px"> </div></td></tr>
<tr>
<td colSpan="2" style="font-size:0;line-height:0;padding-top:2px">
<div style="font-size:0;line-height:0;height:8px;background-color:#f3bb4b;border-radius:0 0 9px 9px"> </div></td></tr></tbody></table></td>
<td style="padding-left:12px"><a href="{{site}}/" class="on-ink display" style="color:#0b2730;text-decoration-line:none;text-decoration:none;font-family:&#x27;Iowan Old Style&#x27;, &#x27;Palatino Linotype&#x27;, Palatino, P052, Georgia, serif;font-size:24px;font-weight:600;line-height:32px" target="_blank">Keelbook</a></td></tr></tbody></table></td></tr></tbody></table>
<table align="center" width="100%" border="0" cellPadding="0" cellSpacing="0" role="presentation" class="in-surface sheet" style="background-color:#ffffff;border-radius:16px 16px 0 0"><tbody>
<tr>
<td class="inset" style="padding:36px 32px 32px">
<h1 class="on-ink" style="color:#0b2730;margin:0 0 16px;font-family:&#x27;Iowan Old Style&#x27;, &#x27;Palatino Linotype&#x27;, Palatino, P052, Georgia, serif;font-size:32px;line-height:38px;font-weight:600">Keelbook is open</h1>
<p class="on-ink" style="font-size:16px;line-height:26px;color:#0b2730;margin:0 0 16px;margin-top:0;margin-right:0;margin-bottom:16px;margin-left:0">You asked to hear first, and this is the email we promised.</p>
<p class="on-ink" style="font-size:16px;line-height:26px;color:#0b2730;margin:0 0 16px;margin-top:0;margin-right:0;margin-bottom:16px;margin-left:0">Invoices, hours, clients, what you will have in the bank, and the tax to set aside are now in one place, for freelancers and small businesses.</p>
<table border="0" cellPadding="0" cellSpacing="0" role="presentation" width="100%" data-skip-in-text="true" style="max-width:380px;margin:8px 0 28px"><tbody>
<tr>
<td class="in-paper edge" style="background-color:#f4f8f6;border:1px solid #cfdcd9;border-radius:8px 32px 8px 8px;padding:16px 20px">
<table border="0" cellPadding="0" cellSpacing="0" role="presentation" width="100%"><tbody>
<tr>
<td colSpan="2" class="display on-ink" style="color:#0b2730;font-family:&#x27;Iowan Old Style&#x27;, &#x27;Palatino Linotype&#x27;, Palatino, P052, Georgia, serif;font-size:18px;line-height:24px;font-weight:600">Invoice 014</td></tr>
<tr>
<td colSpan="2" class="on-muted" style="color:#45606a;font-size:14px;line-height:20px;padding:8px 0;padding-top:0">Studio Ober</td></tr>
<tr>
<td class="edge on-ink" style="color:#0b2730;font-size:14px;line-height:20px;padding:8px 0;border-top:1px solid #cfdcd9">Design, 26 h</td>
<td align="right" class="edge on-ink" style="color:#0b2730;font-size:14px;line-height:20px;padding:8px 0;border-top:1px solid #cfdcd9;white-space:nowrap">€2,000.00</td></tr>
<tr>
<td class="edge on-ink" style="color:#0b2730;font-size:14px;line-height:20px;padding:8px 0;border-top:1px solid #cfdcd9">VAT 24%</td>
<td align="right" class="edge on-ink" style="color:#0b2730;font-size:14px;line-height:20px;padding:8px 0;border-top:1px solid #cfdcd9;white-space:nowrap">€480.00</td></tr>
<tr>
<td style="font-size:14px;line-height:20px;padding:8px 0;padding-bottom:0;border-top:2px solid #f3bb4b"><span class="in-gold" style="background-color:#f3bb4b;color:#0b2730;border-radius:12px;padding:3px 12px;font-size:13px;font-weight:600">Paid 8 July</span></td>
<td align="right" class="on-ink" style="color:#0b2730;font-size:18px;line-height:20px;padding:8px 0;padding-bottom:0;border-top:2px solid #f3bb4b;font-weight:600;white-space:nowrap">€2,480.00</td></tr></tbody></table></td></tr>
<tr>
<td class="on-muted" style="color:#45606a;font-size:13px;line-height:20px;padding-top:6px">Example figures.</td></tr></tbody></table><a href="{{inviteLink}}" class="alone in-sea on-onSea" style="line-height:24px;text-decoration:none;display:inline-block;max-width:100%;mso-padding-alt:0px;color:#ffffff;background-color:#0b5968;padding:14px 28px;border-radius:8px;font-size:16px;font-weight:600;padding-top:14px;padding-right:28px;padding-bottom:14px;padding-left:28px" target="_blank"><span><!--[if mso]><i style="mso-font-width:466.6666666666667%;mso-text-raise:21" hidden>&#8202;&#8202;&#8202;</i><![endif]--></span><span style="max-width:100%;display:inline-block;line-height:120%;mso-padding-alt:0px;mso-text-raise:10.5px">Open Keelbook</span><span><!--[if mso]><i style="mso-font-width:466.6666666666667%" hidden>&#8202;&#8202;&#8202;&#8203;</i><![endif]--></span></a>
<p class="on-muted" data-skip-in-text="true" style="font-size:13px;line-height:20px;color:#45606a;margin:20px 0 0;margin-top:20px;margin-right:0;margin-bottom:0;margin-left:0">Or open this address:<br/><a href="{{inviteLink}}" class="on-muted" style="color:#45606a;text-decoration-line:none;word-break:break-all" target="_blank">{{inviteLines}}</a></p>
<p class="on-muted" style="font-size:15px;line-height:24px;color:#45606a;margin:20px 0 0;margin-top:20px;margin-right:0;margin-bottom:0;margin-left:0">The link is your own invitation, so please don’t pass it on.</p>
<p class="on-ink" style="font-size:18px;line-height:24px;color:#0b2730;margin:24px 0 8px;font-family:&#x27;Iowan Old Style&#x27;, &#x27;Palatino Linotype&#x27;, Palatino, P052, Georgia, serif;font-weight:600;margin-top:24px;margin-right:0;margin-bottom:8px;margin-left:0">— {{sender}}</p></td></tr></tbody></table>
<table border="0" cellPadding="0" cellSpacing="0" role="presentation" width="100%" class="in-deep sheet" style="background-color:#093f4b;table-layout:fixed;border-radius:0 0 16px 16px"><tbody>
<tr>
<td class="side" width="32" style="width:32px">
<table border="0" cellPadding="0" cellSpacing="0" role="presentation" width="100%" data-skip-in-text="true"><tbody>
<tr>
<td class="in-surface" style="height:6px;font-size:1px;line-height:1px;background-color:#ffffff;border-bottom:2px solid #f3bb4b"> </td></tr>
<tr>
<td class="in-deep" style="height:6px;font-size:1px;line-height:1px;background-color:#093f4b"> </td></tr></tbody></table></td>
<td width="50%">
<table border="0" cellPadding="0" cellSpacing="0" role="presentation" width="100%" data-skip-in-text="true"><tbody>
<tr>
<td rowSpan="2" width="14" class="half" style="width:14px;background-image:linear-gradient(#ffffff 50%,#093f4b 50%)">
<div class="in-gold" style="width:10px;height:10px;border:2px solid #f3bb4b;border-radius:7px;background-color:#f3bb4b;font-size:1px;line-height:10px"> </div></td>
<td class="in-surface" style="height:6px;font-size:1px;line-height:1px;background-color:#ffffff;border-bottom:2px solid #f3bb4b"> </td></tr>
<tr>
<td class="in-deep" style="height:6px;font-size:1px;line-height:1px;background-color:#093f4b"> </td></tr></tbody></table></td>
<td width="50%">
<table border="0" cellPadding="0" cellSpacing="0" role="presentation" width="100%" data-skip-in-text="true"><tbody>
<tr>
<td rowSpan="2" width="14" class="half" style="width:14px;background-image:linear-gradient(#ffffff 50%,#093f4b 50%)">
<div class="in-gold" style="width:10px;height:10px;border:2px solid #f3bb4b;border-radius:7px;background-color:#f3bb4b;font-size:1px;line-height:10px"> </div></td>
<td class="in-surface" style="height:6px;font-size:1px;line-height:1px;background-color:#ffffff;border-bottom:2px solid #f3bb4b"> </td></tr>
<tr>
<td class="in-deep" style="height:6px;font-size:1px;line-height:1px;background-color:#093f4b"> </td></tr></tbody></table></td></tr>
<tr>
<td class="side" width="32" style="width:32px;height:20px" data-skip-in-text="true"> </td>
<td valign="top" style="padding:6px 12px 22px 0">
<p class="milestone on-mist" style="color:#b9d6d8;margin:0;font-size:13px;line-height:18px"><strong class="on-foam" style="color:#effaf8">Then</strong><br/>You joined the list</p></td>
<td valign="top" style="padding:6px 12px 22px 0">
<p class="milestone on-mist" style="color:#b9d6d8;margin:0;font-size:13px;line-height:18px"><strong class="on-foam" style="color:#effaf8">Now</strong><br/>The doors are open</p></td></tr></tbody></table>
<table align="center" width="100%" border="0" cellPadding="0" cellSpacing="0" role="presentation"><tbody>
<tr>
<td class="inset" style="padding:20px 32px 32px">
<p class="on-muted" style="font-size:13px;line-height:20px;color:#45606a;margin:0 0 6px;margin-top:0;margin-right:0;margin-bottom:6px;margin-left:0">You confirmed this address on Keelbook’s waitlist.</p>
<p class="on-muted" style="font-size:13px;line-height:20px;color:#45606a;margin:0 0 6px;margin-top:0;margin-right:0;margin-bottom:6px;margin-left:0"><a href="{{site}}/#unsubscribe={{unsubscribeToken}}" class="alone on-sea" style="color:#0b5968;text-decoration-line:none;text-decoration:underline" target="_blank">Unsubscribe</a></p>
<p class="on-muted" style="font-size:13px;line-height:20px;color:#45606a;margin:0 0 6px;margin-top:0;margin-right:0;margin-bottom:6px;margin-left:0"><a href="{{site}}/#place={{placeToken}}.{{unsubscribeToken}}" class="alone on-sea" style="color:#0b5968;text-decoration-line:none;text-decoration:underline" target="_blank">Your place</a></p>
<p class="on-muted" style="font-size:13px;line-height:20px;color:#45606a;margin:0 0 6px;margin-top:0;margin-right:0;margin-bottom:6px;margin-left:0">{{imprint}}</p></td></tr></tbody></table></td>
<td style="font-size:0;line-height:0"> </td></tr></tbody></table></td></tr></tbody></table></body></html>`,
  },
  "launch-announcement-written": {
    subject: `{{subject}}`,
    text: ` 



{{bodyText}}

Open Keelbook:
{{inviteLink}}

The link is your own invitation, so please don’t pass it on.

- Then: You joined the list
- Now: The doors are open

You confirmed this address on Keelbook’s waitlist.

Unsubscribe:
{{site}}/#unsubscribe={{unsubscribeToken}}

Your place:
{{site}}/#place={{placeToken}}.{{unsubscribeToken}}

{{imprint}}

 `,
    html: `<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Transitional//EN" "http://www.w3.org/TR/xhtml1/DTD/xhtml1-transitional.dtd"><html dir="ltr" lang="en"><head>
<meta name="viewport" content="width=device-width, initial-scale=1"/>
<meta content="text/html; charset=UTF-8" http-equiv="Content-Type"/>
<meta name="x-apple-disable-message-reformatting"/>
<meta name="color-scheme" content="light dark"/>
<meta name="supported-color-schemes" content="light dark"/>
<meta name="format-detection" content="telephone=no, date=no, address=no, email=no, url=no"/>
<title>{{subject}}</title>
<style>:root{color-scheme:light dark;supported-color-schemes:light dark}body{margin:0;padding:0;background-color:#f4f8f6;-webkit-text-size-adjust:100%}@media (max-width:600px){.sheet{border-radius:0 !important}}@media (max-width:480px){.side{width:20px !important}.inset{padding-left:20px !important;padding-right:20px !important}h1{font-size:28px !important;line-height:34px !important}}@media (prefers-color-scheme:dark){body{background-color:#07161b !important}.on-ink{color:#e9f2f1 !important}.on-muted{color:#a4bac0 !important}.on-sea{color:#72d1d3 !important}.on-onSea{color:#06262c !important}.on-foam{color:#effaf8 !important}.on-mist{color:#b9d6d8 !important}.in-paper{background-color:#07161b !important}.in-surface{background-color:#0e242b !important}.in-ink{background-color:#e9f2f1 !important}.in-rule{background-color:#21393f !important}.in-sea{background-color:#72d1d3 !important}.in-deep{background-color:#0a3641 !important}.in-gold{background-color:#f3bb4b !important}.in-edge{background-color:#67828a !important}.jib{border-bottom-color:#72d1d3 !important}.edge{border-color:#21393f !important}.half{background-image:linear-gradient(#0e242b 50%,#0a3641 50%) !important}}</style><!--[if mso]>
<style>td,p,li{font-family:'Segoe UI',Arial,sans-serif !important}h1,h2,h3,.display{font-family:'Palatino Linotype',Georgia,serif !important}</style><![endif]--></head>
<body style="margin:0;padding:0">
<table border="0" width="100%" cellPadding="0" cellSpacing="0" role="presentation" align="center"><tbody>
<tr>
<td style="margin:0;padding:0;font-family:-apple-system, &#x27;Segoe UI&#x27;, Roboto, Helvetica, Arial, sans-serif;word-break:break-word">
<div style="display:none;overflow:hidden;line-height:1px;opacity:0;max-height:0;max-width:0" data-skip-in-text="true">{{preheader}}
<div> ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿</div></div>
<table border="0" cellPadding="0" cellSpacing="0" role="presentation" width="100%" lang="en" class="in-paper" style="background-color:#f4f8f6"><tbody>
<tr>
<td style="font-size:0;line-height:0"> </td>
<td width="600">
<table align="center" width="100%" border="0" cellPadding="0" cellSpacing="0" role="presentation"><tbody>
<tr>
<td class="inset" style="padding:28px 32px 16px">
<table border="0" cellPadding="0" cellSpacing="0" role="presentation" data-skip-in-text="true"><tbody>
<tr>
<td aria-hidden="true">
<table border="0" cellPadding="0" cellSpacing="0" role="presentation" width="30" style="mso-hide:all;width:30px"><tbody>
<tr>
<td width="13" valign="bottom" style="font-size:0;line-height:0;width:13px">
<div class="jib" style="font-size:0;line-height:0;width:0;height:0;margin-left:auto;border-left:4px solid transparent;border-bottom:11px solid #0b5968"> </div>
<div class="jib" style="font-size:0;line-height:0;width:4px;height:0;margin-left:auto;border-left:7px solid transparent;border-bottom:7px solid #0b5968"> </div></td>
<td width="15" valign="bottom" style="font-size:0;line-height:0;width:15px;padding-left:2px">
<div class="in-ink" style="font-size:0;line-height:0;width:11px;height:18px;background-color:#0b2730;border-radius:1px 2px 2px 1px"> </div></td></tr>
<tr>
<td colSpan="2" style="font-size:0;line-height:0;padding-top:2px">
<div style="font-size:0;line-height:0;height:8px;background-color:#f3bb4b;border-radius:0 0 9px 9px"> </div></td></tr></tbody></table></td>
<td style="padding-left:12px"><a href="{{site}}/" class="on-ink display" style="color:#0b2730;text-decoration-line:none;text-decoration:none;font-family:&#x27;Iowan Old Style&#x27;, &#x27;Palatino Linotype&#x27;, Palatino, P052, Georgia, serif;font-size:24px;font-weight:600;line-height:32px" target="_blank">Keelbook</a></td></tr></tbody></table></td></tr></tbody></table>
<table align="center" width="100%" border="0" cellPadding="0" cellSpacing="0" role="presentation" class="in-surface sheet" style="background-color:#ffffff;border-radius:16px 16px 0 0"><tbody>
<tr>
<td class="inset" style="padding:36px 32px 32px">
<div>{{bodyHtml}}</div>
<table border="0" cellPadding="0" cellSpacing="0" role="presentation" width="100%" data-skip-in-text="true" style="max-width:380px;margin:8px 0 28px"><tbody>
<tr>
<td class="in-paper edge" style="background-color:#f4f8f6;border:1px solid #cfdcd9;border-radius:8px 32px 8px 8px;padding:16px 20px">
<table border="0" cellPadding="0" cellSpacing="0" role="presentation" width="100%"><tbody>
<tr>
<td colSpan="2" class="display on-ink" style="color:#0b2730;font-family:&#x27;Iowan Old Style&#x27;, &#x27;Palatino Linotype&#x27;, Palatino, P052, Georgia, serif;font-size:18px;line-height:24px;font-weight:600">Invoice 014</td></tr>
<tr>
<td colSpan="2" class="on-muted" style="color:#45606a;font-size:14px;line-height:20px;padding:8px 0;padding-top:0">Studio Ober</td></tr>
<tr>
<td class="edge on-ink" style="color:#0b2730;font-size:14px;line-height:20px;padding:8px 0;border-top:1px solid #cfdcd9">Design, 26 h</td>
<td align="right" class="edge on-ink" style="color:#0b2730;font-size:14px;line-height:20px;padding:8px 0;border-top:1px solid #cfdcd9;white-space:nowrap">€2,000.00</td></tr>
<tr>
<td class="edge on-ink" style="color:#0b2730;font-size:14px;line-height:20px;padding:8px 0;border-top:1px solid #cfdcd9">VAT 24%</td>
<td align="right" class="edge on-ink" style="color:#0b2730;font-size:14px;line-height:20px;padding:8px 0;border-top:1px solid #cfdcd9;white-space:nowrap">€480.00</td></tr>
<tr>
<td style="font-size:14px;line-height:20px;padding:8px 0;padding-bottom:0;border-top:2px solid #f3bb4b"><span class="in-gold" style="background-color:#f3bb4b;color:#0b2730;border-radius:12px;padding:3px 12px;font-size:13px;font-weight:600">Paid 8 July</span></td>
<td align="right" class="on-ink" style="color:#0b2730;font-size:18px;line-height:20px;padding:8px 0;padding-bottom:0;border-top:2px solid #f3bb4b;font-weight:600;white-space:nowrap">€2,480.00</td></tr></tbody></table></td></tr>
<tr>
<td class="on-muted" style="color:#45606a;font-size:13px;line-height:20px;padding-top:6px">Example figures.</td></tr></tbody></table><a href="{{inviteLink}}" class="alone in-sea on-onSea" style="line-height:24px;text-decoration:none;display:inline-block;max-width:100%;mso-padding-alt:0px;color:#ffffff;background-color:#0b5968;padding:14px 28px;border-radius:8px;font-size:16px;font-weight:600;padding-top:14px;padding-right:28px;padding-bottom:14px;padding-left:28px" target="_blank"><span><!--[if mso]><i style="mso-font-width:466.6666666666667%;mso-text-raise:21" hidden>&#8202;&#8202;&#8202;</i><![endif]--></span><span style="max-width:100%;display:inline-block;line-height:120%;mso-padding-alt:0px;mso-text-raise:10.5px">Open Keelbook</span><span><!--[if mso]><i style="mso-font-width:466.6666666666667%" hidden>&#8202;&#8202;&#8202;&#8203;</i><![endif]--></span></a>
<p class="on-muted" data-skip-in-text="true" style="font-size:13px;line-height:20px;color:#45606a;margin:20px 0 0;margin-top:20px;margin-right:0;margin-bottom:0;margin-left:0">Or open this address:<br/><a href="{{inviteLink}}" class="on-muted" style="color:#45606a;text-decoration-line:none;word-break:break-all" target="_blank">{{inviteLines}}</a></p>
<p class="on-muted" style="font-size:15px;line-height:24px;color:#45606a;margin:20px 0 0;margin-top:20px;margin-right:0;margin-bottom:0;margin-left:0">The link is your own invitation, so please don’t pass it on.</p></td></tr></tbody></table>
<table border="0" cellPadding="0" cellSpacing="0" role="presentation" width="100%" class="in-deep sheet" style="background-color:#093f4b;table-layout:fixed;border-radius:0 0 16px 16px"><tbody>
<tr>
<td class="side" width="32" style="width:32px">
<table border="0" cellPadding="0" cellSpacing="0" role="presentation" width="100%" data-skip-in-text="true"><tbody>
<tr>
<td class="in-surface" style="height:6px;font-size:1px;line-height:1px;background-color:#ffffff;border-bottom:2px solid #f3bb4b"> </td></tr>
<tr>
<td class="in-deep" style="height:6px;font-size:1px;line-height:1px;background-color:#093f4b"> </td></tr></tbody></table></td>
<td width="50%">
<table border="0" cellPadding="0" cellSpacing="0" role="presentation" width="100%" data-skip-in-text="true"><tbody>
<tr>
<td rowSpan="2" width="14" class="half" style="width:14px;background-image:linear-gradient(#ffffff 50%,#093f4b 50%)">
<div class="in-gold" style="width:10px;height:10px;border:2px solid #f3bb4b;border-radius:7px;background-color:#f3bb4b;font-size:1px;line-height:10px"> </div></td>
<td class="in-surface" style="height:6px;font-size:1px;line-height:1px;background-color:#ffffff;border-bottom:2px solid #f3bb4b"> </td></tr>
<tr>
<td class="in-deep" style="height:6px;font-size:1px;line-height:1px;background-color:#093f4b"> </td></tr></tbody></table></td>
<td width="50%">
<table border="0" cellPadding="0" cellSpacing="0" role="presentation" width="100%" data-skip-in-text="true"><tbody>
<tr>
<td rowSpan="2" width="14" class="half" style="width:14px;background-image:linear-gradient(#ffffff 50%,#093f4b 50%)">
<div class="in-gold" style="width:10px;height:10px;border:2px solid #f3bb4b;border-radius:7px;background-color:#f3bb4b;font-size:1px;line-height:10px"> </div></td>
<td class="in-surface" style="height:6px;font-size:1px;line-height:1px;background-color:#ffffff;border-bottom:2px solid #f3bb4b"> </td></tr>
<tr>
<td class="in-deep" style="height:6px;font-size:1px;line-height:1px;background-color:#093f4b"> </td></tr></tbody></table></td></tr>
<tr>
<td class="side" width="32" style="width:32px;height:20px" data-skip-in-text="true"> </td>
<td valign="top" style="padding:6px 12px 22px 0">
<p class="milestone on-mist" style="color:#b9d6d8;margin:0;font-size:13px;line-height:18px"><strong class="on-foam" style="color:#effaf8">Then</strong><br/>You joined the list</p></td>
<td valign="top" style="padding:6px 12px 22px 0">
<p class="milestone on-mist" style="color:#b9d6d8;margin:0;font-size:13px;line-height:18px"><strong class="on-foam" style="color:#effaf8">Now</strong><br/>The doors are open</p></td></tr></tbody></table>
<table align="center" width="100%" border="0" cellPadding="0" cellSpacing="0" role="presentation"><tbody>
<tr>
<td class="inset" style="padding:20px 32px 32px">
<p class="on-muted" style="font-size:13px;line-height:20px;color:#45606a;margin:0 0 6px;margin-top:0;margin-right:0;margin-bottom:6px;margin-left:0">You confirmed this address on Keelbook’s waitlist.</p>
<p class="on-muted" style="font-size:13px;line-height:20px;color:#45606a;margin:0 0 6px;margin-top:0;margin-right:0;margin-bottom:6px;margin-left:0"><a href="{{site}}/#unsubscribe={{unsubscribeToken}}" class="alone on-sea" style="color:#0b5968;text-decoration-line:none;text-decoration:underline" target="_blank">Unsubscribe</a></p>
<p class="on-muted" style="font-size:13px;line-height:20px;color:#45606a;margin:0 0 6px;margin-top:0;margin-right:0;margin-bottom:6px;margin-left:0"><a href="{{site}}/#place={{placeToken}}.{{unsubscribeToken}}" class="alone on-sea" style="color:#0b5968;text-decoration-line:none;text-decoration:underline" target="_blank">Your place</a></p>
<p class="on-muted" style="font-size:13px;line-height:20px;color:#45606a;margin:0 0 6px;margin-top:0;margin-right:0;margin-bottom:6px;margin-left:0">{{imprint}}</p></td></tr></tbody></table></td>
<td style="font-size:0;line-height:0"> </td></tr></tbody></table></td></tr></tbody></table></body></html>`,
  },
  update: {
    subject: `{{subject}}`,
    text: ` 



{{bodyText}}

You confirmed this address on Keelbook’s waitlist.

Unsubscribe:
{{site}}/#unsubscribe={{unsubscribeToken}}

Your place:
{{site}}/#place={{placeToken}}.{{unsubscribeToken}}

{{imprint}}

 `,
    html: `<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Transitional//EN" "http://www.w3.org/TR/xhtml1/DTD/xhtml1-transitional.dtd"><html dir="ltr" lang="en"><head>
<meta name="viewport" content="width=device-width, initial-scale=1"/>
<meta content="text/html; charset=UTF-8" http-equiv="Content-Type"/>
<meta name="x-apple-disable-message-reformatting"/>
<meta name="color-scheme" content="light dark"/>
<meta name="supported-color-schemes" content="light dark"/>
<meta name="format-detection" content="telephone=no, date=no, address=no, email=no, url=no"/>
<title>{{subject}}</title>
<style>:root{color-scheme:light dark;supported-color-schemes:light dark}body{margin:0;padding:0;background-color:#f4f8f6;-webkit-text-size-adjust:100%}@media (max-width:600px){.sheet{border-radius:0 !important}}@media (max-width:480px){.side{width:20px !important}.inset{padding-left:20px !important;padding-right:20px !important}h1{font-size:28px !important;line-height:34px !important}}@media (prefers-color-scheme:dark){body{background-color:#07161b !important}.on-ink{color:#e9f2f1 !important}.on-muted{color:#a4bac0 !important}.on-sea{color:#72d1d3 !important}.on-onSea{color:#06262c !important}.on-foam{color:#effaf8 !important}.on-mist{color:#b9d6d8 !important}.in-paper{background-color:#07161b !important}.in-surface{background-color:#0e242b !important}.in-ink{background-color:#e9f2f1 !important}.in-rule{background-color:#21393f !important}.in-sea{background-color:#72d1d3 !important}.in-deep{background-color:#0a3641 !important}.in-gold{background-color:#f3bb4b !important}.in-edge{background-color:#67828a !important}.jib{border-bottom-color:#72d1d3 !important}.edge{border-color:#21393f !important}.half{background-image:linear-gradient(#0e242b 50%,#0a3641 50%) !important}}</style><!--[if mso]>
<style>td,p,li{font-family:'Segoe UI',Arial,sans-serif !important}h1,h2,h3,.display{font-family:'Palatino Linotype',Georgia,serif !important}</style><![endif]--></head>
<body style="margin:0;padding:0">
<table border="0" width="100%" cellPadding="0" cellSpacing="0" role="presentation" align="center"><tbody>
<tr>
<td style="margin:0;padding:0;font-family:-apple-system, &#x27;Segoe UI&#x27;, Roboto, Helvetica, Arial, sans-serif;word-break:break-word">
<div style="display:none;overflow:hidden;line-height:1px;opacity:0;max-height:0;max-width:0" data-skip-in-text="true">{{preheader}}
<div> ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿</div></div>
<table border="0" cellPadding="0" cellSpacing="0" role="presentation" width="100%" lang="en" class="in-paper" style="background-color:#f4f8f6"><tbody>
<tr>
<td style="font-size:0;line-height:0"> </td>
<td width="600">
<table align="center" width="100%" border="0" cellPadding="0" cellSpacing="0" role="presentation"><tbody>
<tr>
<td class="inset" style="padding:28px 32px 16px">
<table border="0" cellPadding="0" cellSpacing="0" role="presentation" data-skip-in-text="true"><tbody>
<tr>
<td aria-hidden="true">
<table border="0" cellPadding="0" cellSpacing="0" role="presentation" width="30" style="mso-hide:all;width:30px"><tbody>
<tr>
<td width="13" valign="bottom" style="font-size:0;line-height:0;width:13px">
<div class="jib" style="font-size:0;line-height:0;width:0;height:0;margin-left:auto;border-left:4px solid transparent;border-bottom:11px solid #0b5968"> </div>
<div class="jib" style="font-size:0;line-height:0;width:4px;height:0;margin-left:auto;border-left:7px solid transparent;border-bottom:7px solid #0b5968"> </div></td>
<td width="15" valign="bottom" style="font-size:0;line-height:0;width:15px;padding-left:2px">
<div class="in-ink" style="font-size:0;line-height:0;width:11px;height:18px;background-color:#0b2730;border-radius:1px 2px 2px 1px"> </div></td></tr>
<tr>
<td colSpan="2" style="font-size:0;line-height:0;padding-top:2px">
<div style="font-size:0;line-height:0;height:8px;background-color:#f3bb4b;border-radius:0 0 9px 9px"> </div></td></tr></tbody></table></td>
<td style="padding-left:12px"><a href="{{site}}/" class="on-ink display" style="color:#0b2730;text-decoration-line:none;text-decoration:none;font-family:&#x27;Iowan Old Style&#x27;, &#x27;Palatino Linotype&#x27;, Palatino, P052, Georgia, serif;font-size:24px;font-weight:600;line-height:32px" target="_blank">Keelbook</a></td></tr></tbody></table></td></tr></tbody></table>
<table align="center" width="100%" border="0" cellPadding="0" cellSpacing="0" role="presentation" class="in-surface sheet" style="background-color:#ffffff;border-radius:16px 16px 0 0"><tbody>
<tr>
<td class="inset" style="padding:36px 32px 32px">
<div>{{bodyHtml}}</div></td></tr></tbody></table>
<table border="0" cellPadding="0" cellSpacing="0" role="presentation" width="100%" data-skip-in-text="true" class="in-deep sheet" style="background-color:#093f4b;table-layout:fixed;border-radius:0 0 16px 16px"><tbody>
<tr>
<td class="side" width="32" style="width:32px">
<table border="0" cellPadding="0" cellSpacing="0" role="presentation" width="100%" data-skip-in-text="true"><tbody>
<tr>
<td class="in-surface" style="height:6px;font-size:1px;line-height:1px;background-color:#ffffff;border-bottom:2px solid #f3bb4b"> </td></tr>
<tr>
<td class="in-deep" style="height:6px;font-size:1px;line-height:1px;background-color:#093f4b"> </td></tr></tbody></table></td>
<td>
<table border="0" cellPadding="0" cellSpacing="0" role="presentation" width="100%" data-skip-in-text="true"><tbody>
<tr>
<td class="in-surface" style="height:6px;font-size:1px;line-height:1px;background-color:#ffffff;border-bottom:2px solid #f3bb4b"> </td></tr>
<tr>
<td class="in-deep" style="height:6px;font-size:1px;line-height:1px;background-color:#093f4b"> </td></tr></tbody></table></td></tr>
<tr>
<td class="side" width="32" style="width:32px;height:20px" data-skip-in-text="true"> </td></tr></tbody></table>
<table align="center" width="100%" border="0" cellPadding="0" cellSpacing="0" role="presentation"><tbody>
<tr>
<td class="inset" style="padding:20px 32px 32px">
<p class="on-muted" style="font-size:13px;line-height:20px;color:#45606a;margin:0 0 6px;margin-top:0;margin-right:0;margin-bottom:6px;margin-left:0">You confirmed this address on Keelbook’s waitlist.</p>
<p class="on-muted" style="font-size:13px;line-height:20px;color:#45606a;margin:0 0 6px;margin-top:0;margin-right:0;margin-bottom:6px;margin-left:0"><a href="{{site}}/#unsubscribe={{unsubscribeToken}}" class="alone on-sea" style="color:#0b5968;text-decoration-line:none;text-decoration:underline" target="_blank">Unsubscribe</a></p>
<p class="on-muted" style="font-size:13px;line-height:20px;color:#45606a;margin:0 0 6px;margin-top:0;margin-right:0;margin-bottom:6px;margin-left:0"><a href="{{site}}/#place={{placeToken}}.{{unsubscribeToken}}" class="alone on-sea" style="color:#0b5968;text-decoration-line:none;text-decoration:underline" target="_blank">Your place</a></p>
<p class="on-muted" style="font-size:13px;line-height:20px;color:#45606a;margin:0 0 6px;margin-top:0;margin-right:0;margin-bottom:6px;margin-left:0">{{imprint}}</p></td></tr></tbody></table></td>
<td style="font-size:0;line-height:0"> </td></tr></tbody></table></td></tr></tbody></table></body></html>`,
  },
  "operator-digest": {
    subject: `{{subject}}`,
    text: ` 



{{bodyText}}

Keelbook’s setting OPERATOR_EMAIL names this address.

{{imprint}}

 `,
    html: `<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Transitional//EN" "http://www.w3.org/TR/xhtml1/DTD/xhtml1-transitional.dtd"><html dir="ltr" lang="en"><head>
<meta name="viewport" content="width=device-width, initial-scale=1"/>
<meta content="text/html; charset=UTF-8" http-equiv="Content-Type"/>
<meta name="x-apple-disable-message-reformatting"/>
<meta name="color-scheme" content="light dark"/>
<meta name="supported-color-schemes" content="light dark"/>
<meta name="format-detection" content="telephone=no, date=no, address=no, email=no, url=no"/>
<title>{{subject}}</title>
<style>:root{color-scheme:light dark;supported-color-schemes:light dark}body{margin:0;padding:0;background-color:#f4f8f6;-webkit-text-size-adjust:100%}@media (max-width:600px){.sheet{border-radius:0 !important}}@media (max-width:480px){.side{width:20px !important}.inset{padding-left:20px !important;padding-right:20px !important}h1{font-size:28px !important;line-height:34px !important}}@media (prefers-color-scheme:dark){body{background-color:#07161b !important}.on-ink{color:#e9f2f1 !important}.on-muted{color:#a4bac0 !important}.on-sea{color:#72d1d3 !important}.on-onSea{color:#06262c !important}.on-foam{color:#effaf8 !important}.on-mist{color:#b9d6d8 !important}.in-paper{background-color:#07161b !important}.in-surface{background-color:#0e242b !important}.in-ink{background-color:#e9f2f1 !important}.in-rule{background-color:#21393f !important}.in-sea{background-color:#72d1d3 !important}.in-deep{background-color:#0a3641 !important}.in-gold{background-color:#f3bb4b !important}.in-edge{background-color:#67828a !important}.jib{border-bottom-color:#72d1d3 !important}.edge{border-color:#21393f !important}.half{background-image:linear-gradient(#0e242b 50%,#0a3641 50%) !important}}</style><!--[if mso]>
<style>td,p,li{font-family:'Segoe UI',Arial,sans-serif !important}h1,h2,h3,.display{font-family:'Palatino Linotype',Georgia,serif !important}</style><![endif]--></head>
<body style="margin:0;padding:0">
<table border="0" width="100%" cellPadding="0" cellSpacing="0" role="presentation" align="center"><tbody>
<tr>
<td style="margin:0;padding:0;font-family:-apple-system, &#x27;Segoe UI&#x27;, Roboto, Helvetica, Arial, sans-serif;word-break:break-word">
<div style="display:none;overflow:hidden;line-height:1px;opacity:0;max-height:0;max-width:0" data-skip-in-text="true">{{preheader}}
<div> ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿</div></div>
<table border="0" cellPadding="0" cellSpacing="0" role="presentation" width="100%" lang="en" class="in-paper" style="background-color:#f4f8f6"><tbody>
<tr>
<td style="font-size:0;line-height:0"> </td>
<td width="600">
<table align="center" width="100%" border="0" cellPadding="0" cellSpacing="0" role="presentation"><tbody>
<tr>
<td class="inset" style="padding:28px 32px 16px">
<table border="0" cellPadding="0" cellSpacing="0" role="presentation" data-skip-in-text="true"><tbody>
<tr>
<td aria-hidden="true">
<table border="0" cellPadding="0" cellSpacing="0" role="presentation" width="30" style="mso-hide:all;width:30px"><tbody>
<tr>
<td width="13" valign="bottom" style="font-size:0;line-height:0;width:13px">
<div class="jib" style="font-size:0;line-height:0;width:0;height:0;margin-left:auto;border-left:4px solid transparent;border-bottom:11px solid #0b5968"> </div>
<div class="jib" style="font-size:0;line-height:0;width:4px;height:0;margin-left:auto;border-left:7px solid transparent;border-bottom:7px solid #0b5968"> </div></td>
<td width="15" valign="bottom" style="font-size:0;line-height:0;width:15px;padding-left:2px">
<div class="in-ink" style="font-size:0;line-height:0;width:11px;height:18px;background-color:#0b2730;border-radius:1px 2px 2px 1px"> </div></td></tr>
<tr>
<td colSpan="2" style="font-size:0;line-height:0;padding-top:2px">
<div style="font-size:0;line-height:0;height:8px;background-color:#f3bb4b;border-radius:0 0 9px 9px"> </div></td></tr></tbody></table></td>
<td style="padding-left:12px"><a href="{{site}}/" class="on-ink display" style="color:#0b2730;text-decoration-line:none;text-decoration:none;font-family:&#x27;Iowan Old Style&#x27;, &#x27;Palatino Linotype&#x27;, Palatino, P052, Georgia, serif;font-size:24px;font-weight:600;line-height:32px" target="_blank">Keelbook</a></td></tr></tbody></table></td></tr></tbody></table>
<table align="center" width="100%" border="0" cellPadding="0" cellSpacing="0" role="presentation" class="in-surface sheet" style="background-color:#ffffff;border-radius:16px 16px 0 0"><tbody>
<tr>
<td class="inset" style="padding:36px 32px 32px">
<div>{{bodyHtml}}</div></td></tr></tbody></table>
<table border="0" cellPadding="0" cellSpacing="0" role="presentation" width="100%" data-skip-in-text="true" class="in-deep sheet" style="background-color:#093f4b;table-layout:fixed;border-radius:0 0 16px 16px"><tbody>
<tr>
<td class="side" width="32" style="width:32px">
<table border="0" cellPadding="0" cellSpacing="0" role="presentation" width="100%" data-skip-in-text="true"><tbody>
<tr>
<td class="in-surface" style="height:6px;font-size:1px;line-height:1px;background-color:#ffffff;border-bottom:2px solid #f3bb4b"> </td></tr>
<tr>
<td class="in-deep" style="height:6px;font-size:1px;line-height:1px;background-color:#093f4b"> </td></tr></tbody></table></td>
<td>
<table border="0" cellPadding="0" cellSpacing="0" role="presentation" width="100%" data-skip-in-text="true"><tbody>
<tr>
<td class="in-surface" style="height:6px;font-size:1px;line-height:1px;background-color:#ffffff;border-bottom:2px solid #f3bb4b"> </td></tr>
<tr>
<td class="in-deep" style="height:6px;font-size:1px;line-height:1px;background-color:#093f4b"> </td></tr></tbody></table></td></tr>
<tr>
<td class="side" width="32" style="width:32px;height:20px" data-skip-in-text="true"> </td></tr></tbody></table>
<table align="center" width="100%" border="0" cellPadding="0" cellSpacing="0" role="presentation"><tbody>
<tr>
<td class="inset" style="padding:20px 32px 32px">
<p class="on-muted" style="font-size:13px;line-height:20px;color:#45606a;margin:0 0 6px;margin-top:0;margin-right:0;margin-bottom:6px;margin-left:0">Keelbook’s setting OPERATOR_EMAIL names this address.</p>
<p class="on-muted" style="font-size:13px;line-height:20px;color:#45606a;margin:0 0 6px;margin-top:0;margin-right:0;margin-bottom:6px;margin-left:0">{{imprint}}</p></td></tr></tbody></table></td>
<td style="font-size:0;line-height:0"> </td></tr></tbody></table></td></tr></tbody></table></body></html>`,
  },
  "operator-alert": {
    subject: `{{subject}}`,
    text: ` 



{{bodyText}}

Keelbook’s setting OPERATOR_EMAIL names this address.

{{imprint}}

 `,
    html: `<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Transitional//EN" "http://www.w3.org/TR/xhtml1/DTD/xhtml1-transitional.dtd"><html dir="ltr" lang="en"><head>
<meta name="viewport" content="width=device-width, initial-scale=1"/>
<meta content="text/html; charset=UTF-8" http-equiv="Content-Type"/>
<meta name="x-apple-disable-message-reformatting"/>
<meta name="color-scheme" content="light dark"/>
<meta name="supported-color-schemes" content="light dark"/>
<meta name="format-detection" content="telephone=no, date=no, address=no, email=no, url=no"/>
<title>{{subject}}</title>
<style>:root{color-scheme:light dark;supported-color-schemes:light dark}body{margin:0;padding:0;background-color:#f4f8f6;-webkit-text-size-adjust:100%}@media (max-width:600px){.sheet{border-radius:0 !important}}@media (max-width:480px){.side{width:20px !important}.inset{padding-left:20px !important;padding-right:20px !important}h1{font-size:28px !important;line-height:34px !important}}@media (prefers-color-scheme:dark){body{background-color:#07161b !important}.on-ink{color:#e9f2f1 !important}.on-muted{color:#a4bac0 !important}.on-sea{color:#72d1d3 !important}.on-onSea{color:#06262c !important}.on-foam{color:#effaf8 !important}.on-mist{color:#b9d6d8 !important}.in-paper{background-color:#07161b !important}.in-surface{background-color:#0e242b !important}.in-ink{background-color:#e9f2f1 !important}.in-rule{background-color:#21393f !important}.in-sea{background-color:#72d1d3 !important}.in-deep{background-color:#0a3641 !important}.in-gold{background-color:#f3bb4b !important}.in-edge{background-color:#67828a !important}.jib{border-bottom-color:#72d1d3 !important}.edge{border-color:#21393f !important}.half{background-image:linear-gradient(#0e242b 50%,#0a3641 50%) !important}}</style><!--[if mso]>
<style>td,p,li{font-family:'Segoe UI',Arial,sans-serif !important}h1,h2,h3,.display{font-family:'Palatino Linotype',Georgia,serif !important}</style><![endif]--></head>
<body style="margin:0;padding:0">
<table border="0" width="100%" cellPadding="0" cellSpacing="0" role="presentation" align="center"><tbody>
<tr>
<td style="margin:0;padding:0;font-family:-apple-system, &#x27;Segoe UI&#x27;, Roboto, Helvetica, Arial, sans-serif;word-break:break-word">
<div style="display:none;overflow:hidden;line-height:1px;opacity:0;max-height:0;max-width:0" data-skip-in-text="true">{{preheader}}
<div> ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿</div></div>
<table border="0" cellPadding="0" cellSpacing="0" role="presentation" width="100%" lang="en" class="in-paper" style="background-color:#f4f8f6"><tbody>
<tr>
<td style="font-size:0;line-height:0"> </td>
<td width="600">
<table align="center" width="100%" border="0" cellPadding="0" cellSpacing="0" role="presentation"><tbody>
<tr>
<td class="inset" style="padding:28px 32px 16px">
<table border="0" cellPadding="0" cellSpacing="0" role="presentation" data-skip-in-text="true"><tbody>
<tr>
<td aria-hidden="true">
<table border="0" cellPadding="0" cellSpacing="0" role="presentation" width="30" style="mso-hide:all;width:30px"><tbody>
<tr>
<td width="13" valign="bottom" style="font-size:0;line-height:0;width:13px">
<div class="jib" style="font-size:0;line-height:0;width:0;height:0;margin-left:auto;border-left:4px solid transparent;border-bottom:11px solid #0b5968"> </div>
<div class="jib" style="font-size:0;line-height:0;width:4px;height:0;margin-left:auto;border-left:7px solid transparent;border-bottom:7px solid #0b5968"> </div></td>
<td width="15" valign="bottom" style="font-size:0;line-height:0;width:15px;padding-left:2px">
<div class="in-ink" style="font-size:0;line-height:0;width:11px;height:18px;background-color:#0b2730;border-radius:1px 2px 2px 1px"> </div></td></tr>
<tr>
<td colSpan="2" style="font-size:0;line-height:0;padding-top:2px">
<div style="font-size:0;line-height:0;height:8px;background-color:#f3bb4b;border-radius:0 0 9px 9px"> </div></td></tr></tbody></table></td>
<td style="padding-left:12px"><a href="{{site}}/" class="on-ink display" style="color:#0b2730;text-decoration-line:none;text-decoration:none;font-family:&#x27;Iowan Old Style&#x27;, &#x27;Palatino Linotype&#x27;, Palatino, P052, Georgia, serif;font-size:24px;font-weight:600;line-height:32px" target="_blank">Keelbook</a></td></tr></tbody></table></td></tr></tbody></table>
<table align="center" width="100%" border="0" cellPadding="0" cellSpacing="0" role="presentation" class="in-surface sheet" style="background-color:#ffffff;border-radius:16px 16px 0 0"><tbody>
<tr>
<td class="inset" style="padding:36px 32px 32px">
<div>{{bodyHtml}}</div></td></tr></tbody></table>
<table border="0" cellPadding="0" cellSpacing="0" role="presentation" width="100%" data-skip-in-text="true" class="in-deep sheet" style="background-color:#093f4b;table-layout:fixed;border-radius:0 0 16px 16px"><tbody>
<tr>
<td class="side" width="32" style="width:32px">
<table border="0" cellPadding="0" cellSpacing="0" role="presentation" width="100%" data-skip-in-text="true"><tbody>
<tr>
<td class="in-surface" style="height:6px;font-size:1px;line-height:1px;background-color:#ffffff;border-bottom:2px solid #f3bb4b"> </td></tr>
<tr>
<td class="in-deep" style="height:6px;font-size:1px;line-height:1px;background-color:#093f4b"> </td></tr></tbody></table></td>
<td>
<table border="0" cellPadding="0" cellSpacing="0" role="presentation" width="100%" data-skip-in-text="true"><tbody>
<tr>
<td class="in-surface" style="height:6px;font-size:1px;line-height:1px;background-color:#ffffff;border-bottom:2px solid #f3bb4b"> </td></tr>
<tr>
<td class="in-deep" style="height:6px;font-size:1px;line-height:1px;background-color:#093f4b"> </td></tr></tbody></table></td></tr>
<tr>
<td class="side" width="32" style="width:32px;height:20px" data-skip-in-text="true"> </td></tr></tbody></table>
<table align="center" width="100%" border="0" cellPadding="0" cellSpacing="0" role="presentation"><tbody>
<tr>
<td class="inset" style="padding:20px 32px 32px">
<p class="on-muted" style="font-size:13px;line-height:20px;color:#45606a;margin:0 0 6px;margin-top:0;margin-right:0;margin-bottom:6px;margin-left:0">Keelbook’s setting OPERATOR_EMAIL names this address.</p>
<p class="on-muted" style="font-size:13px;line-height:20px;color:#45606a;margin:0 0 6px;margin-top:0;margin-right:0;margin-bottom:6px;margin-left:0">{{imprint}}</p></td></tr></tbody></table></td>
<td style="font-size:0;line-height:0"> </td></tr></tbody></table></td></tr></tbody></table></body></html>`,
  },
};
