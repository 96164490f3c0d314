import { videoCall } from '@/lib/upstream/testing/video-call'
import type { FilmOrder } from '../order/film-order'
import { takeOrder } from '../order/take-order'

/** The plainest order, with what a test cares about laid over it. */
export function filmOrder(more: Partial<FilmOrder> = {}): FilmOrder {
  return { ...takeOrder(videoCall({ model: 'video', seed: 7, resolution: '480p' })), ...more }
}
