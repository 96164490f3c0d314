import { sealOfCall } from '@/lib/chat/call-seal'
import type { WholeAnswer } from '@/lib/chat/read-answer'
import type { AnswerPiece, Citation, ReasoningSeal } from '@/lib/chat/read-pieces'
import type { ContentBlock, MessageReply } from '../schema'
import { writeCallSeal } from './call-seal-text'
import type { MessageStyle } from './message-style'
import { SEAL_FORMAT } from './seal-format'
import { toMessageId } from './to-message-id'
import { toMessageUsage } from './to-message-usage'
import { toStop } from './to-stop'
import { toTextCitation } from './to-text-citation'

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
  const blocks: ContentBlock[] = []
  for (const piece of pieces) {
    switch (piece.type) {
      case 'thought':
        if (showsThoughts) blocks.push({ type: 'thinking', thinking: piece.text, signature: '' })
        break
      case 'seal':
        if (showsThoughts && piece.seal.format === SEAL_FORMAT) addSeal(blocks, piece.seal)
        break
      case 'text':
      case 'refusal':
        blocks.push({ type: 'text', text: piece.text, citations: null })
        break
      case 'citation':
        addCitation(blocks, piece.citation)
        break
      case 'call':
        if (showsThoughts && piece.signature)
          addSeal(blocks, { signature: writeCallSeal(piece.signature) }, { startsThought: true })
        blocks.push(toToolUse(piece, showsThoughts))
    }
  }
  return blocks
}

/** A seal belongs to the thought before it; that of a call has one of its own where none was told. */
function addSeal(
  blocks: ContentBlock[],
  { signature, data }: Pick<ReasoningSeal, 'signature' | 'data'>,
  { startsThought = false } = {},
): void {
  if (data) blocks.push({ type: 'redacted_thinking', data })
  if (!signature) return
  const last = blocks.at(-1)
  if (last?.type === 'thinking' && last.signature === '') last.signature = signature
  else if (startsThought) blocks.push({ type: 'thinking', thinking: '', signature })
}

function addCitation(blocks: ContentBlock[], citation: Citation): void {
  const text = blocks.findLast((block) => block.type === 'text')
  if (text !== undefined) text.citations = [...(text.citations ?? []), toTextCitation(citation)]
}

function toToolUse(
  { id, place, name, arguments: given, signature }: Extract<AnswerPiece, { type: 'call' }>,
  showsThoughts: boolean,
): ContentBlock {
  return {
    type: 'tool_use',
    id: id || `toolu_${place}`,
    name,
    input: inputOf(given),
    ...(!showsThoughts && sealOfCall(signature)),
  }
}

/** Anything but a JSON object cannot be expressed in this format: the function is called with nothing, and will say what it lacks. */
function inputOf(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {}
  } catch {
    return {}
  }
}
