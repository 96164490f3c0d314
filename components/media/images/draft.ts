import type { z } from 'zod'
import type { KeptImageDraft } from '@/components/media/studio/kept-drafts'
import type { ImageCapabilities, Pricing } from '@/lib/catalog/models/schema'
import { variationSizes } from '@/lib/media/images/limits'
import type { ImageRecord } from '@/lib/media/images/schema'

/** The request being drafted. */
export type ImageDraft = z.infer<typeof KeptImageDraft>
export type SourcePicture = NonNullable<ImageDraft['source']>

/** The default settings. */
export const defaultSettings = {
  size: '1024x1024',
  typedSize: '',
  quality: 'medium',
  format: 'png',
  compression: 100,
  background: 'auto',
  n: 1,
  seed: '',
} as const

export const emptyDraft: ImageDraft = {
  ...defaultSettings,
  way: 'generate',
  model: null,
  prompt: '',
  isMany: false,
  source: null,
}

/** The settings of an earlier task as a draft. */
export function draftOf(record: ImageRecord): ImageDraft {
  const { settings } = record
  return {
    ...emptyDraft,
    model: record.model,
    prompt: record.prompt ?? '',
    size: settings.size,
    quality: settings.quality,
    format: settings.output_format,
    compression: settings.output_compression ?? emptyDraft.compression,
    background: settings.background,
    n: settings.n,
    seed: settings.seed === null ? '' : String(settings.seed),
  }
}

/** What an image can be sent to without a prompt. */
export type Upkeep = 'upscale' | 'remove_background'

/** Models that upscale or remove the background: they edit a whole image. */
export function needsNoPrompt({ upscale, remove_background }: ImageCapabilities): boolean {
  return upscale || remove_background
}

/** The prompt, or what a task without one did. */
export function titleOf({ prompt, kind, model_name }: ImageRecord): string {
  return prompt ?? (kind === 'variation' ? 'Variation of an image' : model_name)
}

/** The draft with settings that the model and the mode do not support set to their defaults. */
export function settleDraft(draft: ImageDraft, able: ImageCapabilities): ImageDraft {
  const sizes = sizesOf(draft.way, able)
  const isClear = able.transparent && draft.format !== 'jpeg'
  return {
    ...draft,
    ...(needsNoPrompt(able) && { prompt: '', isMany: false, background: 'auto', quality: 'auto' }),
    ...(able.remove_background && draft.format === 'jpeg' && { format: 'png' }),
    n: Math.min(draft.n, able.max_n),
    size: sizes === null || sizes.includes(draft.size) ? draft.size : 'auto',
    typedSize: sizes === null ? draft.typedSize : '',
    ...(draft.background === 'transparent' && !isClear && { background: 'auto' }),
    seed: able.seed ? draft.seed : '',
  }
}

/** The sizes that may be requested besides `auto`; null: every valid one. */
export function sizesOf(way: ImageDraft['way'], able: ImageCapabilities): readonly string[] | null {
  if (way === 'vary') return variationSizes
  return able.sizes === 'any' ? null : able.sizes
}

const NANOS_PER_USD = 1e9

/** The most that a draft can cost, in nano-USD; null if the model bills tokens, which are known only afterwards. */
export function estimateCostNanos(
  draft: Pick<ImageDraft, 'quality' | 'n' | 'way'>,
  pricing: Pricing | undefined,
): number | null {
  if (!pricing?.image) return null
  const quality = draft.quality === 'auto' ? 'high' : draft.quality
  const pictures = draft.way === 'vary' ? 1 : draft.n
  const each = Number(draft.way === 'vary' ? pricing.image.high : pricing.image[quality])
  return Math.round((each * pictures + Number(pricing.request ?? 0)) * NANOS_PER_USD)
}
