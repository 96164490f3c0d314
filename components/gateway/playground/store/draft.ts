import type { ToolCall } from '../conversation/conversation'
import type { Chunk } from './chunk'

/** What has arrived of one answer so far. */
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
  const reasoning = delta?.reasoning_content ?? delta?.reasoning ?? ''
  const calls = delta?.tool_calls ?? []
  const hasContent = text !== '' || reasoning !== '' || calls.length > 0
  return {
    content: draft.content + text,
    reasoning: draft.reasoning + reasoning,
    toolCalls: calls.length === 0 ? draft.toolCalls : mergeCalls(draft.toolCalls, calls),
    finishReason: choice?.finish_reason ?? draft.finishReason,
    usage: chunk.usage ?? draft.usage,
    firstTokenMs: draft.firstTokenMs ?? (hasContent ? elapsedMs : null),
  }
}

type CallPart = NonNullable<NonNullable<Chunk['choices'][number]['delta']>['tool_calls']>[number]

/** Calls arrive in deltas with an index. Some upstreams send whole calls without one. */
function mergeCalls(calls: ToolCall[], deltas: CallPart[]): ToolCall[] {
  const merged = [...calls]
  for (const delta of deltas) {
    const at = delta.index ?? indexOf(merged, delta)
    const known = merged[at] ?? { id: '', name: '', arguments: '' }
    merged[at] = {
      id: known.id || (delta.id ?? ''),
      name: known.name + (delta.function?.name ?? ''),
      arguments: known.arguments + (delta.function?.arguments ?? ''),
    }
  }
  return Array.from(merged, (call) => call ?? { id: '', name: '', arguments: '' })
}

function indexOf(calls: ToolCall[], delta: CallPart): number {
  if (!delta.id) return Math.max(0, calls.length - 1)
  const known = calls.findIndex((call) => call.id === delta.id)
  return known < 0 ? calls.length : known
}

/**
 * The answers being written, separate from the conversation's state: a token rerenders one message, not the list.
 * Listeners are called at most once a frame.
 */
export class LiveDrafts {
  readonly #drafts = new Map<string, Draft>()
  readonly #listeners = new Map<string, Set<() => void>>()
  readonly #dirty = new Set<string>()
  #scheduled = false
  readonly #schedule: (flush: () => void) => void

  constructor(schedule: (flush: () => void) => void) {
    this.#schedule = schedule
  }

  read(stepId: string): Draft | undefined {
    return this.#drafts.get(stepId)
  }

  list(): [string, Draft][] {
    return [...this.#drafts]
  }

  write(stepId: string, draft: Draft): void {
    this.#drafts.set(stepId, draft)
    this.#wake(stepId)
  }

  remove(stepId: string): void {
    this.#drafts.delete(stepId)
    this.#wake(stepId)
  }

  subscribe(stepId: string, listener: () => void): () => void {
    const listeners = this.#listeners.get(stepId) ?? new Set()
    listeners.add(listener)
    this.#listeners.set(stepId, listeners)
    return () => {
      listeners.delete(listener)
      if (listeners.size === 0) this.#listeners.delete(stepId)
    }
  }

  #wake(stepId: string): void {
    this.#dirty.add(stepId)
    if (this.#scheduled) return
    this.#scheduled = true
    this.#schedule(() => {
      this.#scheduled = false
      const woken = [...this.#dirty]
      this.#dirty.clear()
      for (const id of woken) for (const listener of this.#listeners.get(id) ?? []) listener()
    })
  }
}

const restPerWork = 3

/**
 * Runs a flush in the next frame, but limits flushes to a quarter of the time: a very long paragraph is expensive to render,
 * and showing it in larger steps is better than blocking the page.
 */
export function createPacer(): (flush: () => void) => void {
  let restUntil = 0
  return (flush) => {
    const inFrame = () =>
      requestAnimationFrame(() => {
        const began = performance.now()
        flush()
        // Runs after the rendering that the flush scheduled.
        setTimeout(() => {
          const now = performance.now()
          restUntil = now + (now - began) * restPerWork
        })
      })
    const rest = restUntil - performance.now()
    if (rest > 0) setTimeout(inFrame, rest)
    else inFrame()
  }
}
