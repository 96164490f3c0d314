import type { RequestShape } from './request-shape'

/**
 * An image model behind an adapter. Every call rejects with UpstreamError (`unsupported` if the model lacks the ability;
 * `param` names the field that requested it), or with its signal's own reason once that aborts. Does not retry.
 */
export interface ImageModel {
  /** From a prompt. */
  generate(call: ImageGenerateCall): Promise<ImageAnswer>
  /** From a source image, changed only in the transparent part of `mask` if there is one. Undefined: unsupported. */
  edit?(call: ImageEditCall): Promise<ImageAnswer>
  /** Variations of the source. Undefined: unsupported. */
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
  /** The same seed and prompt give the same image, if the model supports seeds. */
  seed: number | null
  /** How the route's upstream calls these settings; null: as the adapter knows it. */
  request?: RequestShape | null | undefined
  signal: AbortSignal
}

export type ImageGenerateCall = ImageSettings & { prompt: string }

/** `prompt` is empty for models that need none: those that upscale or remove the background. */
export type ImageEditCall = ImageSettings & { prompt: string; source: SourceImage; mask: SourceImage | null }

export type ImageVaryCall = ImageSettings & { source: SourceImage }

/** An image from the caller: already checked, at most 25 MiB. */
export type SourceImage = { bytes: Buffer; mimeType: string; width: number; height: number }

export type ImageAnswer = {
  /** At least one; fewer than `n` if the upstream returned fewer. */
  images: MadeImage[]
  /** The actual size, `WIDTHxHEIGHT`, also if the call said `auto`; null: not reported. */
  size: string | null
  quality: ImageQuality | null
  usage: ImageUsage | null
}

/** `mimeType`: by the bytes, not by the request. */
export type MadeImage = { bytes: Buffer; mimeType: `image/${ImageFormat}`; revisedPrompt: string | null }

export type ImageUsage = {
  inputTokens: number
  outputTokens: number
  totalTokens: number
  inputTokensDetails: ImageTokens | null
  outputTokensDetails: ImageTokens | null
}

type ImageTokens = { textTokens: number; imageTokens: number }

/** The prompt for variations by upstreams without an endpoint for them. */
export const VARIATION_PROMPT =
  'Create a variation of this picture. Keep its subject, its style and its mood; vary the composition, the light and the details.'
