import type { Pricing, VideoCapabilities } from '@/lib/catalog/models/schema'
import { maxVideoSeconds, maxVideoTokens } from '@/lib/media/videos/limits'
import type { VideoRecord } from '@/lib/media/videos/schema'

type Clip = Pick<VideoRecord['settings'], 'ratio' | 'resolution' | 'duration'> & {
  hasReferenceVideo: boolean
  hasAudio: boolean
}

/** The maximum cost of a clip and the quantity it is billed by. An estimate, not for billing. */
type ClipCost = { usd: number; counted: { unit: 'tokens' | 'seconds'; quantity: number } }

/** Null where the price has no rate for such a clip. */
export function clipCost(clip: Clip, able: VideoCapabilities, pricing: Pricing): ClipCost | null {
  const asked = { ...clip, frames: null }
  const request = Number(pricing.request ?? 0)
  if (pricing.video_token !== undefined) {
    const quantity = maxVideoTokens(asked, able)
    return { usd: quantity * Number(pricing.video_token) + request, counted: { unit: 'tokens', quantity } }
  }
  const rate = secondRate(pricing, clip.resolution, clip.hasAudio || able.always_audio)
  if (rate === undefined) return null
  const quantity = maxVideoSeconds(asked, able)
  return { usd: quantity * Number(rate) + request, counted: { unit: 'seconds', quantity } }
}

function secondRate(
  { video_second: rates }: Pricing,
  resolution: Clip['resolution'],
  hasAudio: boolean,
): string | undefined {
  return (hasAudio ? rates?.[`${resolution}_audio`] : undefined) ?? rates?.[resolution]
}
