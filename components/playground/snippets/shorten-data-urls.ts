const kept = 48

/** Attached pictures make a snippet unreadable: on the screen only their beginnings are shown. */
export function shortenDataUrls(code: string): string {
  return code.replace(/data:[\w.+/-]+;base64,[A-Za-z0-9+/=]+/g, (url) =>
    url.length > kept * 2 ? `${url.slice(0, kept)}…` : url,
  )
}
