import type { ImageCapabilities } from '@/lib/catalog/schema'
import type { ImageTaskKind } from '../schema'
import type { TaskSettings } from './task-record'

type Asked = { kind: ImageTaskKind; settings: TaskSettings }
type Missing = { param: string; reason: string }

/** The first requested feature that the model lacks; undefined when it has them all. */
export function missingAbility(can: ImageCapabilities, { kind, settings }: Asked): Missing | undefined {
  if (kind === 'variation' && !can.variations) return { param: 'model', reason: 'makes no variations' }
  if ((kind === 'edit' || kind === 'masked_edit') && !can.edits)
    return { param: 'model', reason: 'makes no edits' }
  if (settings.n > can.max_n) return { param: 'n', reason: `makes at most ${can.max_n} images at once` }
  if (can.sizes !== 'any' && settings.size !== 'auto' && !can.sizes.includes(settings.size))
    return { param: 'size', reason: `makes only the sizes auto, ${can.sizes.join(', ')}` }
  if (settings.background === 'transparent' && !can.transparent)
    return { param: 'background', reason: 'makes no transparent backgrounds' }
  if (settings.seed !== null && !can.seed) return { param: 'seed', reason: 'takes no seed' }
  return undefined
}
