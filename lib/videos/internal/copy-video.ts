import { keepObject } from '@/lib/objects/keep-object'
import { safeFetch } from '@/lib/platform/safe-fetch/safe-fetch'
import type { VideoSource } from '@/lib/upstream/contract/video-model'

const MAX_BYTES = 1024 * 1024 * 1024
const TIMEOUT_MILLIS = 10 * 60 * 1000

type Copy = { customerId: string; source: VideoSource; mimeType: string; fileName: string; expiresAt: Date }

const MOST_REDIRECTS = 3

/** Our own copy of what the upstream keeps for a day only. Resolves with the object's id; throws what went wrong. */
export async function copyVideo({ source, ...file }: Copy, signal: AbortSignal): Promise<string> {
  if ('bytes' in source) {
    const { bytes, mimeType } = source
    return (await keepObject({ ...file, mimeType, body: bytes, access: 'signed' })).id
  }
  const answer = await open(source, signal)
  const type = answer.headers['content-type']
  const mimeType = type?.startsWith(file.mimeType.split('/')[0] ?? '') ? type : file.mimeType
  return (await keepObject({ ...file, mimeType, body: answer.body, access: 'signed' })).id
}

/** Follows a few redirects by hand, each checked like the first; what opens the link goes to its own origin alone. */
async function open({ url, headers }: Extract<VideoSource, { url: string }>, signal: AbortSignal) {
  let at = new URL(url)
  for (let hop = 0; hop <= MOST_REDIRECTS; hop += 1) {
    const answer = await safeFetch(at.href, {
      ...(headers && at.origin === new URL(url).origin && { headers }),
      timeoutMillis: TIMEOUT_MILLIS,
      maxBytes: MAX_BYTES,
      signal,
    })
    if (answer.status === 200) return answer
    answer.discard()
    const { location } = answer.headers
    const isRedirect = answer.status >= 300 && answer.status < 400 && location !== undefined
    if (!isRedirect) throw new Error(`the upstream's copy answered ${answer.status}`)
    at = new URL(location, at)
  }
  throw new Error("the upstream's copy was moved too often")
}
