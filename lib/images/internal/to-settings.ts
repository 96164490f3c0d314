import type { CreateGenerationRequest } from '../schema'
import { usualSettings } from '../usual-settings'
import type { TaskSettings } from './task-record'

type Asked = Partial<Omit<CreateGenerationRequest, 'model' | 'prompt'>>

/** What was left open at its default. Compression is nothing to a png. */
export function toSettings(asked: Asked): TaskSettings {
  const outputFormat = asked.output_format ?? usualSettings.output_format
  return {
    n: asked.n ?? usualSettings.n,
    size: asked.size ?? usualSettings.size,
    quality: asked.quality ?? usualSettings.quality,
    outputFormat,
    outputCompression: outputFormat === 'png' ? null : (asked.output_compression ?? null),
    background: asked.background ?? usualSettings.background,
    moderation: asked.moderation ?? usualSettings.moderation,
    seed: asked.seed ?? null,
  }
}
