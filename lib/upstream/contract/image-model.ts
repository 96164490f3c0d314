/**
 * An image model behind an adapter. Every call rejects with UpstreamError (`unsupported` where the model lacks the
 * ability, `param` naming the field that requested it), or with its signal's own reason once that aborts. None retries.
 */
export interface ImageModel {
  /** From text alone. */
  generate(call: ImageGenerateCall): Promise<ImageAnswer>
  /** A new picture from a source; only inside `mask`'s transparent part where there is one. Absent: the upstream cannot. */
  edit?(call: ImageEditCall): Promise<ImageAnswer>
  /** Pictures that resemble the source. Absent: the upstream cannot. */
  vary?(call: ImageVaryCall): Promise<ImageAnswer>
}

export type ImageQuality = 'low' | 'medium' | 'high'
type ImageFormat = 'png' | 'jpeg' | 'webp'

export type ImageSettings = {
  /** The upstream's own id of the model. */
  model: string
  n: number
  /** `auto` or `WIDTHxHEIGHT`. */
  size: string
  quality: ImageQuality | 'auto'
  outputFormat: ImageFormat
  /** 0–100; jpeg and webp only. */
  outputCompression: number | null
  background: 'auto' | 'opaque' | 'transparent'
  moderation: 'auto' | 'low'
  /** For models that take one; the same seed and prompt give the same picture. */
  seed: number | null
  signal: AbortSignal
}

export type ImageGenerateCall = ImageSettings & { prompt: string }

export type ImageEditCall = ImageSettings & { prompt: string; source: SourceImage; mask: SourceImage | null }

export type ImageVaryCall = ImageSettings & { source: SourceImage }

/** A picture of the caller's: already checked, at most 25 MiB. */
export type SourceImage = { bytes: Buffer; mimeType: string; width: number; height: number }

export type ImageAnswer = {
  /** At least one; fewer than `n` where the upstream made fewer. */
  images: MadeImage[]
  /** What was really made, `WIDTHxHEIGHT`, also where the call said `auto`; null: not reported. */
  size: string | null
  quality: ImageQuality | null
  usage: ImageUsage | null
}

/** The type is that of the bytes, whatever the call requested. */
export type MadeImage = { bytes: Buffer; mimeType: `image/${ImageFormat}`; revisedPrompt: string | null }

export type ImageUsage = {
  inputTokens: number
  outputTokens: number
  totalTokens: number
  inputTokensDetails: ImageTokens | null
  outputTokensDetails: ImageTokens | null
}

type ImageTokens = { textTokens: number; imageTokens: number }

/** What is asked where an upstream has no endpoint for variations. */
export const VARIATION_PROMPT =
  'Create a variation of this picture. Keep its subject, its style and its mood; vary the composition, the light and the details.'
