export const objectStatuses = ['storing', 'stored', 'deleting'] as const
export type ObjectStatus = (typeof objectStatuses)[number]

/** Every way in which an object moves. One that is `deleting` is gone for everybody but the sweep, which may have to try again. */
const moves: Readonly<Record<ObjectStatus, readonly ObjectStatus[]>> = {
  storing: ['stored', 'deleting'],
  stored: ['deleting'],
  deleting: ['deleting'],
}

/** The states from which an object may come into this one. */
export function statesBefore(next: ObjectStatus): ObjectStatus[] {
  return objectStatuses.filter((status) => moves[status].includes(next))
}
