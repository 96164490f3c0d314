/** Where a task may go from each state. An asset that is not kept any more makes a completed task an expired one. */
export const videoStatuses = ['queued', 'processing', 'completed', 'failed', 'cancelled', 'expired'] as const
export type VideoStatus = (typeof videoStatuses)[number]

const moves = {
  queued: ['processing', 'failed', 'cancelled', 'expired'],
  processing: ['completed', 'failed', 'cancelled', 'expired'],
  completed: ['expired'],
  failed: [],
  cancelled: [],
  expired: [],
} as const satisfies Record<VideoStatus, readonly VideoStatus[]>

export function canMove(from: VideoStatus, to: VideoStatus): boolean {
  return moves[from].some((target) => target === to)
}

/** The states from which `to` is reached: what the row must still be in when the move is written. */
export function sourcesOf(to: VideoStatus): VideoStatus[] {
  return videoStatuses.filter((from) => canMove(from, to))
}

/** Still to be made. */
export function isOpen(status: VideoStatus): boolean {
  return status === 'queued' || status === 'processing'
}
