import type { LanguageModelV4Source } from '@ai-sdk/provider'

type Cited = {
  /** From where to where in the answer's text; absent where the vendor does not say of which words. */
  span?: readonly [number, number]
  /** What the page says, where the vendor quotes it. */
  text?: string | undefined
}

/** A page that a search found, as OpenAI cites it. Sources without an address are not cited. */
export function writeCitation(source: LanguageModelV4Source, { span = [0, 0], text }: Cited = {}): object[] {
  if (source.sourceType !== 'url') return []
  const { url, title } = source
  const [start_index, end_index] = span
  const content = text ? { content: text } : {}
  return [
    { type: 'url_citation', url_citation: { url, title: title ?? url, ...content, start_index, end_index } },
  ]
}
