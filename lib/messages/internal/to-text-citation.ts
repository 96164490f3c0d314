import type { Citation } from '@/lib/chat/read-pieces'
import type { TextCitation } from '../schema'

/** A page that a text cites, as Anthropic tells it. */
export function toTextCitation({ url, title, quote }: Citation): TextCitation {
  return { type: 'web_search_result_location', url, title, cited_text: quote, encrypted_index: '' }
}
