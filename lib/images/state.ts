/** Where a task may go from each state. What is finished stays as it is. */
export const imageStatuses = ['queued', 'processing', 'completed', 'failed', 'cancelled'] as const
export type ImageStatus = (typeof imageStatuses)[number]

const moves = {
  queued: ['processing', 'cancelled'],
  processing: ['completed', 'failed', 'cancelled'],
  completed: [],
  failed: [],
  cancelled: [],
} as const satisfies Record<ImageStatus, readonly ImageStatus[]>

export function canMove(from: ImageStatus, to: ImageStatus): boolean {
  return moves[from].some((target) => target === to)
}

/** The states from which `to` is reached: what the row must still be in when the move is written. */
export function sourcesOf(to: ImageStatus): ImageStatus[] {
  return imageStatuses.filter((from) => canMove(from, to))
}

export function isFinished(status: ImageStatus): boolean {
  return moves[status].length === 0
}
