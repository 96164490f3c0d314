import { anchorOf, docsPath, type GuidePage, referencePath } from './docs-contents'
import type { Operation } from './reference/read-operations'

export type Found = { href: string; title: string; text: string }

type Entry = Found & {
  /** Searched in addition to title and text. */
  keywords: string
}

/** Pages, headings, error codes and operations that contain every word of the query. Matches in the title come first. */
export function searchDocs(
  query: string,
  pages: readonly GuidePage[],
  operations: readonly Operation[],
  errors: readonly { code: string; message: string }[],
): Found[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean)
  if (words.length === 0) return []
  const has = (text: string) => words.every((word) => text.toLowerCase().includes(word))
  const found = entriesOf(pages, operations, errors).filter(({ title, text, keywords }) =>
    has(`${title} ${text} ${keywords}`),
  )
  return found.sort((a, b) => Number(has(b.title)) - Number(has(a.title)))
}

function entriesOf(
  pages: readonly GuidePage[],
  operations: readonly Operation[],
  errors: readonly { code: string; message: string }[],
): Entry[] {
  return [
    ...pages.flatMap(({ slug, title, summary, keywords, headings }): Entry[] => [
      { href: docsPath(slug), title, text: summary, keywords: `${keywords} ${headings.join(' ')}` },
      ...headings.map((heading) => ({
        href: `${docsPath(slug)}#${anchorOf(heading)}`,
        title: heading,
        text: title,
        keywords: '',
      })),
    ]),
    ...errors.map(({ code, message }) => ({
      href: `${docsPath('errors')}#codes`,
      title: code,
      text: message,
      keywords: 'error',
    })),
    ...operations.map(({ id, tag, method, path, summary, parameters, body }) => ({
      href: `${referencePath(tag)}#${id}`,
      title: `${method} ${path}`,
      text: summary.replaceAll('`', ''),
      keywords: [
        tag,
        ...parameters.map(({ name }) => name),
        ...(body?.fields ?? []).map(({ name }) => name),
      ].join(' '),
    })),
  ]
}
