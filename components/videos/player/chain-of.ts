import type { VideoRecord } from '@/lib/videos/schema'

type Linked = Pick<VideoRecord, 'id' | 'last_frame_url' | 'inputs' | 'video_url'>

/**
 * The clips that lead to this one and go on from it, each beginning with the last frame of the one before. Where several
 * go on from the same frame, the newest does (records come newest first).
 */
export function chainOf<Clip extends Linked>(clip: Clip, records: readonly Clip[]): Clip[] {
  const made = records.filter(({ video_url }) => video_url !== null)
  const chain = [clip]
  const isNew = (one: Clip | undefined): one is Clip =>
    one !== undefined && !chain.some(({ id }) => id === one.id)
  for (let at: Clip | undefined = clip; at; ) {
    const start = startOf(at)
    at = start === null ? undefined : made.find((one) => endOf(one) === start)
    if (!isNew(at)) break
    chain.unshift(at)
  }
  for (let at: Clip | undefined = clip; at; ) {
    const end = endOf(at)
    at = end === null ? undefined : made.find((one) => startOf(one) === end)
    if (!isNew(at)) break
    chain.push(at)
  }
  return chain
}

function startOf({ inputs }: Linked): string | null {
  return withoutSignature(inputs.find(({ role }) => role === 'first_frame')?.url)
}

function endOf({ last_frame_url }: Linked): string | null {
  return withoutSignature(last_frame_url)
}

/** A link is signed anew at every read; what it leads to stays. */
function withoutSignature(url: string | null | undefined): string | null {
  return url?.split('?', 1)[0] ?? null
}
