import { anchorOf, docsPath, type GuidePage, referencePath } from './docs-contents'
import type { Operation } from './reference/read-operations'

export type Found = { href: string; title: string; text: string }

type Entry = Found & {
  /** What counts beside the title. */
  words: string
}

/** Pages, headings, error codes and operations that have every word that is searched for; those with it in the title first. */
export function searchDocs(
  query: string,
  pages: readonly GuidePage[],
  operations: readonly Operation[],
  errors: readonly { code: string; message: string }[],
): Found[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean)
  if (words.length === 0) return []
  const has = (text: string) => words.every((word) => text.toLowerCase().includes(word))
  const found = entriesOf(pages, operations, errors).filter(({ title, text, words: more }) =>
    has(`${title} ${text} ${more}`),
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
      { href: docsPath(slug), title, text: summary, words: `${keywords} ${headings.join(' ')}` },
      ...headings.map((heading) => ({
        href: `${docsPath(slug)}#${anchorOf(heading)}`,
        title: heading,
        text: title,
        words: '',
      })),
    ]),
    ...errors.map(({ code, message }) => ({
      href: `${docsPath('errors')}#codes`,
      title: code,
      text: message,
      words: 'error',
    })),
    ...operations.map(({ id, tag, method, path, summary, parameters, body }) => ({
      href: `${referencePath(tag)}#${id}`,
      title: `${method} ${path}`,
      text: summary,
      words: [
        tag,
        ...parameters.map(({ name }) => name),
        ...(body?.fields ?? []).map(({ name }) => name),
      ].join(' '),
    })),
  ]
}
