import { keepObject } from '@/lib/objects/keep-object'
import { fetchWhereMoved } from '@/lib/platform/safe-fetch/safe-fetch'
import type { VideoSource } from '@/lib/upstream/contract/video-model'

const MAX_BYTES = 1024 * 1024 * 1024
const TIMEOUT_MILLIS = 10 * 60 * 1000

type Copy = { customerId: string; source: VideoSource; mimeType: string; fileName: string; expiresAt: Date }

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

/** What opens the link goes to its own origin alone. */
async function open({ url, headers }: Extract<VideoSource, { url: string }>, signal: AbortSignal) {
  const limits = { timeoutMillis: TIMEOUT_MILLIS, maxBytes: MAX_BYTES, signal }
  const answer = await fetchWhereMoved(url, { ...limits, ...(headers && { headers }) })
  if (answer.status === 200) return answer
  answer.discard()
  throw new Error(`the upstream's copy answered ${answer.status}`)
}
