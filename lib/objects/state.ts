/** Allowed moves. A row that is `deleting` is gone for everybody but the sweep, which deletes the bytes and then the row. */
export const objectMoves = {
  storing: ['stored', 'deleting'],
  stored: ['deleting'],
  deleting: [],
} as const

export type ObjectStatus = keyof typeof objectMoves
