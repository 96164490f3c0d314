import { Modality } from '@/lib/catalog/schema'

export type PriceStep = { modality: Modality; usd: number }

/** Upper ends to choose from, by kind, for each kind is priced by a measure of its own. */
export const priceSteps: Record<Modality, { label: string; most: readonly number[] }> = {
  chat: { label: 'Chat, a million input tokens', most: [0.1, 0.5, 1, 5] },
  image: { label: 'Image, a picture', most: [0.01, 0.05, 0.2] },
  video: { label: 'Video, a million tokens', most: [2, 5, 10] },
  embedding: { label: 'Embedding, a million tokens', most: [0.02, 0.1, 0.5] },
}

/** `chat-0.5`, as it stands in the address. */
export function writePriceStep({ modality, usd }: PriceStep): string {
  return `${modality}-${usd}`
}

export function readPriceStep(text: string): PriceStep | null {
  const [kind, usd] = text.split('-')
  const modality = Modality.safeParse(kind).data
  const amount = modality && priceSteps[modality].most.find((step) => String(step) === usd)
  return modality === undefined || amount === undefined ? null : { modality, usd: amount }
}
