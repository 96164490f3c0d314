import type { ImageRecord } from '@/lib/images/schema'

/** What is about to be asked for. */
export type ImageDraft = {
  way: 'generate' | 'edit' | 'vary'
  model: string | null
  prompt: string
  size: string
  quality: 'auto' | 'low' | 'medium' | 'high'
  format: 'png' | 'jpeg' | 'webp'
  compression: number
  background: 'auto' | 'opaque' | 'transparent'
  n: number
  /** Empty: any. */
  seed: string
  source: SourcePicture | null
}

/** A picture to edit or to vary, chosen from disk or from the history. */
export type SourcePicture = { file: Blob; url: string; width: number; height: number; name: string }

export const emptyDraft: ImageDraft = {
  way: 'generate',
  model: null,
  prompt: '',
  size: '1024x1024',
  quality: 'medium',
  format: 'png',
  compression: 100,
  background: 'auto',
  n: 1,
  seed: '',
  source: null,
}

/** The settings of an earlier task, to be used again. */
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
