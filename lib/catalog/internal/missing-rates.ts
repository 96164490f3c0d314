import { type Modality, type Pricing, VideoCapabilities } from '../schema'

/** Of every group one. Pictures cost by the image, or by the tokens that they count; videos by tokens, or by the second. */
const requiredRates = {
  chat: [['prompt'], ['completion']],
  embedding: [['prompt']],
  image: [['image', 'completion']],
  video: [['video_token', 'video_second']],
} as const satisfies Record<Modality, readonly (readonly (keyof Pricing)[])[]>

/** Where in a price a rate is missing: `['video_second', '1080p']`. */
export type RatePath = readonly [keyof Pricing, ...string[]]

/** Which rates a price lacks for what such a model is billed by: of each group its first. */
export function missingRates(
  { modality, capabilities }: { modality: Modality; capabilities: unknown },
  pricing: Pricing,
): RatePath[] {
  const missing = requiredRates[modality]
    .filter((fields) => fields.every((field) => pricing[field] === undefined))
    .map(([first]): RatePath => [first])
  return [...missing, ...missingSeconds(capabilities, pricing)]
}

/** A model that costs by the second alone must not film for nothing in one of its resolutions. */
function missingSeconds(capabilities: unknown, { video_token, video_second }: Pricing): RatePath[] {
  const able = VideoCapabilities.safeParse(capabilities).data
  if (able === undefined || video_second === undefined || video_token !== undefined) return []
  const filmed = [...new Set([...able.resolutions, ...(able.draft ? able.draft_resolutions : [])])]
  return filmed
    .filter((resolution) => video_second[resolution] === undefined)
    .map((resolution): RatePath => ['video_second', resolution])
}
