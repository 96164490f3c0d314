import type { Pricing, VideoCapabilities } from '@/lib/catalog/schema'
import { mostVideoSeconds, mostVideoTokens, type VideoRecord } from '@/lib/videos/schema'

type Clip = Pick<VideoRecord['settings'], 'ratio' | 'resolution' | 'duration'> & {
  hasReferenceVideo: boolean
  hasAudio: boolean
}

/** What a clip comes to at most, and by which count; close enough to show, not to bill by. */
type ClipCost = { usd: number; counted: { unit: 'tokens' | 'seconds'; quantity: number } }

/** Null where the price does not speak of such a clip. */
export function clipCost(clip: Clip, able: VideoCapabilities, pricing: Pricing): ClipCost | null {
  const asked = { ...clip, frames: null }
  const request = Number(pricing.request ?? 0)
  if (pricing.video_token !== undefined) {
    const quantity = mostVideoTokens(asked, able)
    return { usd: quantity * Number(pricing.video_token) + request, counted: { unit: 'tokens', quantity } }
  }
  const rate = secondRate(pricing, clip.resolution, clip.hasAudio || able.always_audio)
  if (rate === undefined) return null
  const quantity = mostVideoSeconds(asked, able)
  return { usd: quantity * Number(rate) + request, counted: { unit: 'seconds', quantity } }
}

function secondRate(
  { video_second: rates }: Pricing,
  resolution: Clip['resolution'],
  hasAudio: boolean,
): string | undefined {
  return (hasAudio ? rates?.[`${resolution}_audio`] : undefined) ?? rates?.[resolution]
}
