import type { WholeAnswer } from '@/lib/chat/read-answer'
import type { AnswerPiece } from '@/lib/chat/read-pieces'
import type { ContentBlock, MessageReply } from '../schema'
import type { MessageStyle } from './message-style'
import { SEAL_FORMAT } from './seal-format'
import { toMessageId } from './to-message-id'
import { toMessageUsage } from './to-message-usage'
import { toStop } from './to-stop'

/** A whole answer in Anthropic's words. */
export function toMessageReply(answer: WholeAnswer, style: MessageStyle): MessageReply {
  const { pieces, end } = answer
  const stop = toStop(end, {
    hasCalls: pieces.some(({ type }) => type === 'call'),
    hasRefused: pieces.some(({ type }) => type === 'refusal'),
    sequences: style.stopSequences,
  })
  return {
    id: toMessageId(answer.id),
    type: 'message',
    role: 'assistant',
    model: answer.model,
    content: toBlocks(pieces, style),
    ...stop,
    usage: toMessageUsage(end.usage),
  }
}

function toBlocks(pieces: readonly AnswerPiece[], { showsThoughts }: MessageStyle): ContentBlock[] {
  const seals = pieces.flatMap((piece) =>
    piece.type === 'seal' && piece.seal.format === SEAL_FORMAT ? piece.seal : [],
  )
  const signature = seals.find((seal) => seal.signature)?.signature ?? ''
  const hidden = seals.flatMap(({ data }) => (data ? [{ type: 'redacted_thinking' as const, data }] : []))
  const blocks = pieces.flatMap((piece): ContentBlock[] => {
    switch (piece.type) {
      case 'thought':
        return showsThoughts ? [{ type: 'thinking', thinking: piece.text, signature }] : []
      case 'text':
      case 'refusal':
        return [{ type: 'text', text: piece.text, citations: null }]
      case 'call':
        return [
          {
            type: 'tool_use',
            id: piece.id || `toolu_${piece.place}`,
            name: piece.name,
            input: inputOf(piece.arguments),
          },
        ]
      default:
        return []
    }
  })
  return showsThoughts ? [...hidden, ...blocks] : blocks
}

/** What is no JSON object cannot be said in this dialect: the function is called with nothing, and will say what it lacks. */
function inputOf(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {}
  } catch {
    return {}
  }
}
