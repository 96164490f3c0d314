const BASE = 'http://portico.invalid'

/** `value` when it is a path on this very site, else `fallback`: a link may carry us on after signing in, but never off to a stranger. */
export function sameOriginPath(value: string | null | undefined, fallback: string): string {
  if (!value) return fallback
  try {
    const url = new URL(value, BASE)
    // Browsers read `\` as `/` and drop tabs and line breaks; the parser does the same, so its verdict is theirs.
    if (url.origin !== BASE || !value.startsWith('/')) return fallback
    // What `/.//host` comes to is the address of another host.
    if (url.pathname.startsWith('//')) return fallback
    return url.pathname + url.search + url.hash
  } catch {
    return fallback
  }
}
