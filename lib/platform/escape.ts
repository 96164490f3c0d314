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
  const longest = text.slice(0, most * 2)
  let left = most
  for (const { segment, index } of new Intl.Segmenter().segment(longest)) {
    left -= [...segment].length
    if (left < 0) return text.slice(0, index)
  }
  return longest
}
