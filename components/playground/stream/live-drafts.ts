import type { Draft } from './apply-chunk'

/**
 * The answers that are being written right now, beside the conversation's own state: a token changes one draft and
 * wakes one message, not the list. Readers are woken at most once a frame.
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
