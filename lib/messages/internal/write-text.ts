import type { ResultPart } from '../schema'

type Document = Extract<ResultPart, { type: 'document' }>
type SearchResult = Extract<ResultPart, { type: 'search_result' }>

/** A document's own text under its title; null where it is a file and not a text. */
export function writeDocumentText({ title, source }: Document): string | null {
  const text =
    source.type === 'text' ? source.data : source.type === 'content' ? textOf(source.content) : null
  return text === null || !title ? text : `${title}\n\n${text}`
}

export function writeSearchResult({ title, source, content }: SearchResult): string {
  return `${title} (${source})\n\n${content.map(({ text }) => text).join('\n')}`
}

function textOf(content: string | { type: string; text?: unknown }[]): string {
  if (typeof content === 'string') return content
  return content.flatMap(({ text }) => (typeof text === 'string' ? text : [])).join('\n')
}
