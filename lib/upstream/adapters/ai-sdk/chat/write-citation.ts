import type { LanguageModelV4Source } from '@ai-sdk/provider'

/** A page that a search found, as OpenAI cites it. The vendors do not say of which words; other sources have no address. */
export function writeCitation(source: LanguageModelV4Source): object[] {
  if (source.sourceType !== 'url') return []
  const { url, title } = source
  return [{ type: 'url_citation', url_citation: { url, title: title ?? url, start_index: 0, end_index: 0 } }]
}
