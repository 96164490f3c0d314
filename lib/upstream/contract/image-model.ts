/** An image model behind an adapter. Every call rejects with UpstreamError; none retries. */
export interface ImageModel {
  /** From words alone. */
  generate(call: ImageGenerateCall): Promise<ImageAnswer>
  /** A new picture from a source; only inside `mask`'s transparent part where there is one. Absent: the upstream cannot. */
  edit?(call: ImageEditCall): Promise<ImageAnswer>
  /** A picture that resembles the source. Absent: the upstream cannot. */
  vary?(call: ImageVaryCall): Promise<ImageAnswer>
}

export type ImageSettings = {
  /** The upstream's own id of the model. */
  model: string
  n: number
  /** `auto` or `WIDTHxHEIGHT`. */
  size: string
  quality: 'low' | 'medium' | 'high' | 'auto'
  outputFormat: 'png' | 'jpeg' | 'webp'
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
  images: { bytes: Buffer; mimeType: string; revisedPrompt: string | null }[]
  /** What was really made, where the call said `auto`; null: not told. */
  size: string | null
  quality: 'low' | 'medium' | 'high' | null
  usage: ImageUsage | null
}

export type ImageUsage = {
  inputTokens: number
  outputTokens: number
  totalTokens: number
  inputTokensDetails: { textTokens: number; imageTokens: number } | null
}
