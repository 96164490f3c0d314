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

const MAX_NAME_CHARACTERS = 40
/** Characters that break lines, hide or reverse text, or that mail clients turn into links. */
const unfit = /[\p{C}\p{Z}:/@\\]+|[.。．｡](?=\p{L})/gu

/**
 * A name made safe for mails: alerts can go to another person's address, and a customer must not be able to send messages
 * through them.
 */
export function plainName(name: string): string {
  const plain = name.replace(unfit, ' ').trim()
  const cut = cutText(plain, MAX_NAME_CHARACTERS)
  return cut === plain ? plain : `${cut.trimEnd()}…`
}
