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

/** Text for a literal search: LIKE, and so Prisma's `contains`, treats `%` and `_` as wildcards. */
export function escapeLike(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&')
}

/** The start of a text, at most `most` code points. Grapheme clusters (an emoji of several code points) are not cut. */
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
