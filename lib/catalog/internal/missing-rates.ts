import type { Modality, Pricing } from '../schema'

/** Of every group one. Pictures cost by the image, or by the tokens that they count. */
const requiredRates = {
  chat: [['prompt'], ['completion']],
  embedding: [['prompt']],
  image: [['image', 'completion']],
  video: [['video_token']],
} as const satisfies Record<Modality, readonly (readonly (keyof Pricing)[])[]>

/** Which rates a price lacks for what such a model is billed by: of each group its first. */
export function missingRates(modality: Modality, pricing: Pricing): (keyof Pricing)[] {
  return requiredRates[modality]
    .filter((fields) => fields.every((field) => pricing[field] === undefined))
    .map(([first]) => first)
}
