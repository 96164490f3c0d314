import type { ChatRequest } from '@/lib/chat/schema'
import type { MessagePart, ResultPart } from '../input-schema'

type Content = Extract<ChatRequest['messages'][number], { role: 'tool' }>['content']
export type ChatPart = Exclude<Content, string>[number]

/** The parts of a message in chat's words; a lone text as the text that it is. */
export function toContent(content: string | readonly (MessagePart | ResultPart)[]): string | ChatPart[] {
  if (typeof content === 'string') return content
  const parts = content.map(toPart)
  const [first, ...others] = parts
  if (first === undefined) return ''
  return first.type === 'text' && others.length === 0 ? first.text : parts
}

export function toPart(part: MessagePart | ResultPart): ChatPart {
  switch (part.type) {
    case 'input_image': {
      const { image_url: url, detail } = part
      return { type: 'image_url', image_url: detail == null ? { url } : { url, detail } }
    }
    case 'input_file':
      return {
        type: 'file',
        file: { filename: part.filename || 'file.pdf', file_data: part.file_data ?? part.file_url },
      }
    case 'input_audio':
      return { type: 'input_audio', input_audio: part.input_audio }
    case 'refusal':
      return { type: 'text', text: part.refusal }
    default:
      return { type: 'text', text: part.text }
  }
}
