import type { DeliveryStatus } from './schema'

/** Every way in which a delivery moves. An ended one begins again when its customer asks for it. */
export const deliveryMoves: Readonly<Record<DeliveryStatus, readonly DeliveryStatus[]>> = {
  pending: ['pending', 'delivered', 'failed'],
  delivered: ['pending'],
  failed: ['pending'],
}

/** The states from which a delivery may come into this one. */
export function statesBefore(next: DeliveryStatus): DeliveryStatus[] {
  const all: DeliveryStatus[] = ['pending', 'delivered', 'failed']
  return all.filter((status) => deliveryMoves[status].includes(next))
}
