/** What an Ark error code comes to: a code of ours, or whose fault it is where it is not the caller's. */
export type ArkFailure =
  | 'content_policy_violation'
  | 'input_download_failed'
  | 'invalid_input'
  | 'rate_limited'
  | 'ours'
  | 'theirs'

const DOWNLOAD = /download|fetch|cannot be accessed|not accessible|unreachable|timed? ?out while/i
const LINK_PARAM = /url|image|video|audio|content/i

const rules: readonly (readonly [RegExp, ArkFailure])[] = [
  [/SensitiveContentDetected|RiskDetection/, 'content_policy_violation'],
  [
    /^(RateLimitExceeded|QuotaExceeded|ServerOverloaded|RequestBurstTooFast|SetLimitExceeded|InflightBatchsizeExceeded)/,
    'rate_limited',
  ],
  [/RateLimitExceeded/, 'rate_limited'],
  // Our key, our account, our endpoint: nothing that the caller could mend.
  [
    /^(AuthenticationError|InvalidAccountStatus|AccountOverdueError|AccessDenied|OperationDenied|InvalidEndpoint|ModelNotOpen|InvalidApiKey)/,
    'ours',
  ],
  [/^(Internal|ServiceUnavailable|Upstream)/, 'theirs'],
  [
    /^(MissingParameter|InvalidParameter|InvalidImageURL|InvalidVideoURL|InvalidAudioURL|NotFound)/,
    'invalid_input',
  ],
]

export function classifyFailure(code: string, message: string): ArkFailure {
  const found = rules.find(([pattern]) => pattern.test(code))?.[1] ?? 'theirs'
  const isLink = found === 'invalid_input' && LINK_PARAM.test(`${code} ${message}`) && DOWNLOAD.test(message)
  return isLink ? 'input_download_failed' : found
}
