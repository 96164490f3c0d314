import { UpstreamError } from '@/lib/upstream/contract/upstream-error'

/** Reasons that are the media's own, in the field's words. */
const MEDIA_CODES =
  /^(DownloadFailed|TypeMismatch|Format\w+|Duration\w+|Width\w+|Height\w+|AspectRatio\w+|FileSize\w+|PixelCount\w+|Fps\w+|AudioTrack\w+|ContentRestricted|Input\w+SensitiveContentDetected|FaceMismatch|TranscodingFailed)$/

/**
 * What the vault's error means. Its codes and sentences are not passed on as they are: they may quote a token
 * (`NotFound.<token>`) or our account.
 */
export function refusalOf({ Code }: { Code: string }, status: number): UpstreamError {
  if (status === 429 || /RateLimit|Throttl|FlowLimit/i.test(Code))
    return new UpstreamError('rate_limited', { status })
  if (/^NotFound/.test(Code)) return new UpstreamError('rejected', { status: 404 })
  const media = MEDIA_CODES.exec(Code)?.[1]
  if (media !== undefined) return new UpstreamError('rejected', { status, code: media })
  if (/^(Missing|Invalid)Parameter/.test(Code)) return new UpstreamError('rejected', { status: 400 })
  return new UpstreamError('failed', { status })
}

/** A failed asset's code, where it is one that says something about the media. */
export function mediaCodeOf(code: string): string {
  return MEDIA_CODES.exec(code)?.[1] ?? 'ContentRestricted'
}
