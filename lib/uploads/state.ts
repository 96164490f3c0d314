/** Allowed moves. The bytes of a `released` upload are deleted; its row stays a while, so that a second use is told apart. */
export const uploadMoves = {
  pending: ['claimed', 'released'],
  claimed: ['released'],
  released: [],
} as const

export type UploadStatus = keyof typeof uploadMoves
