import type { ImageCapabilities } from '@/lib/catalog/schema'
import { VariationSize } from '@/lib/images/schema'
import type { ImageDraft } from '../draft'

/** A draft outlives a change of model and of way: what cannot be asked for becomes what is done without asking. */
export function settleDraft(draft: ImageDraft, able: ImageCapabilities): ImageDraft {
  const sizes = sizesOf(draft.way, able)
  const isClear = able.transparent && draft.format !== 'jpeg'
  return {
    ...draft,
    n: Math.min(draft.n, able.max_n),
    size: sizes === null || sizes.includes(draft.size) ? draft.size : 'auto',
    typedSize: sizes === null ? draft.typedSize : '',
    background: draft.background === 'transparent' && !isClear ? 'auto' : draft.background,
    seed: able.seed ? draft.seed : '',
  }
}

/** The sizes that may be asked for besides `auto`; null: all that the rules allow. */
export function sizesOf(way: ImageDraft['way'], able: ImageCapabilities): readonly string[] | null {
  if (way === 'vary') return VariationSize.options
  return able.sizes === 'any' ? null : able.sizes
}
