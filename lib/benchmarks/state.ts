import type { RunStatus } from './schema'

/** Where a run may go from each state; `queued` again is a resume. */
const moves = {
  queued: ['running', 'cancelled', 'failed'],
  running: ['completed', 'failed', 'cancelled'],
  completed: ['queued'],
  failed: ['queued'],
  cancelled: ['queued'],
} as const satisfies Record<RunStatus, readonly RunStatus[]>

export function canMove(from: RunStatus, to: RunStatus): boolean {
  return moves[from].some((target) => target === to)
}

/** The states from which a run may come into this one: what its row must still be in when the move is written. */
export function sourcesOf(to: RunStatus): RunStatus[] {
  const all: RunStatus[] = ['queued', 'running', 'completed', 'failed', 'cancelled']
  return all.filter((from) => canMove(from, to))
}
