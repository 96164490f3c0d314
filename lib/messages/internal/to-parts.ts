import type { CacheControl, ChatRequest } from '@/lib/chat/schema'
import type { ResultPart } from '../schema'
import { writeDocumentText, writeSearchResult } from './write-text'

type Content = Extract<ChatRequest['messages'][number], { role: 'tool' }>['content']
export type ChatPart = Exclude<Content, string>[number]

/** Texts, pictures and documents of a turn, in chat's words and in their order. */
export function toParts(blocks: readonly ResultPart[]): ChatPart[] {
  return blocks.flatMap((block) => markLast(toPart(block), block.cache_control))
}

function toPart(block: ResultPart): ChatPart[] {
  switch (block.type) {
    case 'text':
      return block.text === '' ? [] : [{ type: 'text', text: block.text }]
    case 'image':
      return [{ type: 'image_url', image_url: { url: linkOf(block.source) } }]
    case 'search_result':
      return [{ type: 'text', text: writeSearchResult(block) }]
    case 'document':
      return toDocumentParts(block)
  }
}

/** A mark holds for all that stands before it: the last part of what was marked carries it. */
function markLast(parts: ChatPart[], mark: CacheControl): ChatPart[] {
  const last = parts.at(-1)
  return mark == null || last === undefined
    ? parts
    : [...parts.slice(0, -1), { ...last, cache_control: mark }]
}

function toDocumentParts(block: Extract<ResultPart, { type: 'document' }>): ChatPart[] {
  const text = writeDocumentText(block)
  const { source } = block
  if (source.type === 'base64' || source.type === 'url')
    return [{ type: 'file', file: { filename: block.title || 'document.pdf', file_data: linkOf(source) } }]
  const pictures = source.type === 'content' && typeof source.content !== 'string' ? source.content : []
  return [
    ...(text ? [{ type: 'text' as const, text }] : []),
    ...pictures.flatMap((one) => (one.type === 'image' ? toPart(one) : [])),
  ]
}

type Source = { type: 'base64'; media_type: string; data: string } | { type: 'url'; url: string }

function linkOf(source: Source): string {
  return source.type === 'url' ? source.url : `data:${source.media_type};base64,${source.data}`
}
