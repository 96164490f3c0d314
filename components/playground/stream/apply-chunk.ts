import type { ToolCall } from '../state/conversation'
import type { Chunk } from './chunk-schema'

/** What has been received of one answer so far. */
export type Draft = {
  content: string
  reasoning: string
  toolCalls: ToolCall[]
  finishReason: string | null
  usage: NonNullable<Chunk['usage']> | null
  firstTokenMs: number | null
}

export const emptyDraft: Draft = {
  content: '',
  reasoning: '',
  toolCalls: [],
  finishReason: null,
  usage: null,
  firstTokenMs: null,
}

/** Adds one chunk that arrived `elapsedMs` after the request was sent. */
export function applyChunk(draft: Draft, chunk: Chunk, elapsedMs: number): Draft {
  const choice = chunk.choices[0]
  const delta = choice?.delta
  const text = delta?.content ?? delta?.refusal ?? ''
  const thought = delta?.reasoning_content ?? delta?.reasoning ?? ''
  const calls = delta?.tool_calls ?? []
  const saysSomething = text !== '' || thought !== '' || calls.length > 0
  return {
    content: draft.content + text,
    reasoning: draft.reasoning + thought,
    toolCalls: calls.length === 0 ? draft.toolCalls : mergeCalls(draft.toolCalls, calls),
    finishReason: choice?.finish_reason ?? draft.finishReason,
    usage: chunk.usage ?? draft.usage,
    firstTokenMs: draft.firstTokenMs ?? (saysSomething ? elapsedMs : null),
  }
}

type CallDelta = NonNullable<NonNullable<Chunk['choices'][number]['delta']>['tool_calls']>[number]

/** A call comes in pieces that name its place in the list; some upstreams leave the place out and send calls whole. */
function mergeCalls(calls: ToolCall[], pieces: CallDelta[]): ToolCall[] {
  const merged = [...calls]
  for (const piece of pieces) {
    const at = piece.index ?? placeOf(merged, piece)
    const known = merged[at] ?? { id: '', name: '', arguments: '' }
    merged[at] = {
      id: known.id || (piece.id ?? ''),
      name: known.name + (piece.function?.name ?? ''),
      arguments: known.arguments + (piece.function?.arguments ?? ''),
    }
  }
  return Array.from(merged, (call) => call ?? { id: '', name: '', arguments: '' })
}

function placeOf(calls: ToolCall[], piece: CallDelta): number {
  if (!piece.id) return Math.max(0, calls.length - 1)
  const known = calls.findIndex((call) => call.id === piece.id)
  return known < 0 ? calls.length : known
}
