const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** Text as HTML, in elements and in quoted attributes. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? character)
}

/** Text that is searched for literally: LIKE, and so Prisma's `contains`, treats `%` and `_` as wildcards. */
export function escapeLike(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&')
}
