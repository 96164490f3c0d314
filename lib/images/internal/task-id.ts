import { newId } from '@/lib/platform/ids'
import type { ImageTaskKind } from '../schema'

const prefixes = {
  generation: 'igen',
  edit: 'igen_iedit',
  masked_edit: 'igen_mask',
  variation: 'igen_ivar',
} as const satisfies Record<ImageTaskKind, string>

export function newTaskId(kind: ImageTaskKind): string {
  return newId(prefixes[kind])
}

/** Whether a text can be a task's id at all; anything else need not be looked for. */
export function isTaskId(text: string): boolean {
  return /^igen_(?:iedit_|mask_|ivar_)?[0-9a-hjkmnp-tv-z]{26}$/.test(text)
}
