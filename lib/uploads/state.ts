export const uploadStatuses = ['pending', 'claimed', 'released'] as const
export type UploadStatus = (typeof uploadStatuses)[number]

/**
 * Every way in which an upload moves. The bytes of a `released` one are deleted, more than once where the store is away
 * or a PUT came late; its row stays a while, so that a second use is told apart.
 */
const moves: Readonly<Record<UploadStatus, readonly UploadStatus[]>> = {
  pending: ['claimed', 'released'],
  claimed: ['released'],
  released: ['released'],
}

/** The states from which an upload may come into this one. */
export function statesBefore(next: UploadStatus): UploadStatus[] {
  return uploadStatuses.filter((status) => moves[status].includes(next))
}
