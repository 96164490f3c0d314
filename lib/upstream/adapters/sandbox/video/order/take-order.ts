import { clock } from '@/lib/platform/clock'
import type { VideoCall } from '@/lib/upstream/contract/video-model'
import { hashText } from '../../conversation/hash-text'
import { orderOf } from './film-handle'
import { FilmOrder } from './film-order'
import { requireAbilities } from './require-abilities'

/** What may be asked for by number: a seed that was chosen here can be sent again. */
const LARGEST_SEED = 0x7fffffff
const SHORTEST_OWN_CHOICE = 4
const OWN_CHOICES = 5

/** The order that a call comes to. What a draft fixed, its finished film keeps. */
export function takeOrder(call: VideoCall): FilmOrder {
  requireAbilities(call)
  const seed = call.seed === null || call.seed < 0 ? hashText(call.taskId) & LARGEST_SEED : call.seed
  const fresh: FilmOrder = {
    model: call.model,
    prompt: call.prompt,
    media: call.media,
    ratio: FilmOrder.shape.ratio.parse(call.ratio),
    resolution: call.resolution,
    seconds: call.duration === -1 ? chooseSeconds(call.prompt) : call.duration,
    frames: call.frames,
    hasSound: call.generateAudio,
    seed,
    isCameraFixed: call.cameraFixed,
    hasWatermark: call.watermark,
    wantsLastFrame: call.returnLastFrame,
    isFlex: call.serviceTier === 'flex',
    isDraft: call.isDraft,
    customerId: call.customerId,
    orderedAt: clock.now().getTime(),
    expiresAfterSeconds: call.executionExpiresAfterSeconds,
  }
  return call.draftOf === null ? fresh : { ...fresh, ...keptOf(orderOf(call.draftOf)) }
}

function keptOf(draft: FilmOrder): Partial<FilmOrder> {
  const { prompt, media, ratio, seconds, frames, hasSound, seed, isCameraFixed } = draft
  return { prompt, media, ratio, seconds, frames, hasSound, seed, isCameraFixed }
}

/** Four to eight seconds, the same for the same words. */
function chooseSeconds(prompt: string): number {
  return SHORTEST_OWN_CHOICE + (hashText(prompt) % OWN_CHOICES)
}
