import { publicMessage } from '@/lib/upstream/adapters/openai-compatible/read-error'
import type { VideoResult, VideoSource, VideoStatus } from '@/lib/upstream/contract/video-model'
import type { SdkSettings } from '../vendor-fetch'

type Failed = Extract<VideoStatus, { state: 'failed' }>

/** The text by which models report their filter; most vendors have no code for it. */
const FILTER_WORDS =
  /nsfw|sensitive|safety|content[ _]?(?:policy|filter|checker)|moderat|flagged|usage guidelines|responsible ai|prohibited|\brai\b/i
const DOWNLOAD_WORDS = /(?:download|fetch|load|access)[^.]{0,60}(?:image|file|url|input)/i
const INPUT_WORDS =
  /invalid (?:input|image|prompt|argument|parameter|value)|unsupported image|validation error/i
const LIMIT_WORDS = /rate.?limit|quota|too many requests|overloaded|at capacity/i

/** A task that a vendor gave up, by what it says of it: whether the same request can succeed at another time. */
export function failedTask(said: string | undefined, settings: SdkSettings): Failed {
  const words = said ?? ''
  if (FILTER_WORDS.test(words) || DOWNLOAD_WORDS.test(words) || INPUT_WORDS.test(words))
    return refusedTask(said, settings)
  if (LIMIT_WORDS.test(words))
    return { ...failed('upstream_rate_limited', 'The upstream is at its limit.'), isRetryable: true }
  return { ...failed('upstream_error', 'The upstream failed to make this video.'), isRetryable: true }
}

export function refusedByPolicy(said: string | undefined, settings: SdkSettings): Failed {
  const message = sayable(said, settings) ?? 'The upstream refused this by its content policy.'
  return failed('content_policy_violation', message)
}

/** The same for one that a vendor says outright to have refused. */
export function refusedTask(said: string | undefined, settings: SdkSettings): Failed {
  const words = said ?? ''
  if (FILTER_WORDS.test(words)) return refusedByPolicy(said, settings)
  if (DOWNLOAD_WORDS.test(words))
    return failed(
      'input_download_failed',
      sayable(said, settings) ?? 'The upstream could not fetch an input.',
    )
  return failed('invalid_input', sayable(said, settings) ?? 'The upstream did not accept the input.')
}

function failed(code: string, message: string): Failed {
  return { state: 'failed', code, message, isRetryable: false }
}

/** The vendor's own sentence, without what only it and we need to know. */
function sayable(said: string | undefined, { baseUrl, apiKey }: SdkSettings): string | undefined {
  const secret = apiKey?.trim() ?? ''
  const secrets = secret.length >= 8 ? [secret] : []
  return publicMessage(said, { hostname: new URL(baseUrl).hostname, secrets })
}

/** A film of which its vendor says no more than this. */
export function filmAt(video: VideoSource, said: Partial<VideoResult> = {}): VideoResult {
  return {
    video,
    lastFrame: null,
    fps: null,
    durationSeconds: null,
    resolution: null,
    ratio: null,
    seed: null,
    usage: null,
    ...said,
  }
}
