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

/** The first characters of a text, up to a number of code points; what is read as one is not cut (an emoji of several). */
export function cutText(text: string, most: number): string {
  if (text.length <= most) return text
  let cut = ''
  let left = most
  for (const { segment } of new Intl.Segmenter().segment(text.slice(0, most * 2))) {
    left -= [...segment].length
    if (left < 0) break
    cut += segment
  }
  return cut
}
