import type { OutputItem } from '../schema'

export type ItemStatus = OutputItem['status']

/** An item of the output while it grows. Every answer is the events to send. */
export interface OpenItem {
  readonly item: OutputItem
  /** The rest of its events, up to the last before `output_item.done`. */
  close(status: ItemStatus): string
}

/** Writes an event that belongs to one item. */
export type WriteItemEvent = (type: string, fields: object) => string
