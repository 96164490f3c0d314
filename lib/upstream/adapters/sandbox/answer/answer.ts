import type { TokenPiece } from '@/lib/platform/tokens'

/** One choice of a completion, cut where a model's tokens end. */
export type Answer = {
  content: TokenPiece[]
  toolCalls: AnswerToolCall[]
  finishReason: 'stop' | 'length' | 'tool_calls'
  /** Which of the caller's sequences it ends before. */
  stopSequence?: string
  tokens: number
}

export type AnswerToolCall = { id: string; name: string; arguments: TokenPiece[] }
