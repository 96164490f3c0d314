import type { CreateGenerationRequest } from '../schema'
import type { TaskSettings } from './task-record'

type Asked = Partial<Omit<CreateGenerationRequest, 'model' | 'prompt'>>

/** What was left open at its default. Compression is nothing to a png. */
export function toSettings(asked: Asked): TaskSettings {
  const outputFormat = asked.output_format ?? 'png'
  return {
    n: asked.n ?? 1,
    size: asked.size ?? 'auto',
    quality: asked.quality ?? 'auto',
    outputFormat,
    outputCompression: outputFormat === 'png' ? null : (asked.output_compression ?? null),
    background: asked.background ?? 'auto',
    moderation: asked.moderation ?? 'auto',
    seed: asked.seed ?? null,
  }
}
