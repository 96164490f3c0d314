import type { VideoCall } from '@/lib/upstream/contract/video-model'
import { unsupported } from './unsupported'

/** What none of these vendors has. The catalog should not offer it; where it does all the same, it is not left out in silence. */
export function requireAbilities(call: VideoCall): void {
  const asked: [string, boolean][] = [
    ['duration', call.duration === -1],
    ['frames', call.frames !== null],
    ['camera_fixed', call.cameraFixed],
    ['watermark', call.watermark],
    ['return_last_frame', call.returnLastFrame],
    ['service_tier', call.serviceTier === 'flex'],
    ['draft', call.isDraft || call.draftOf !== null],
    ['tools', call.webSearch],
  ]
  const [param] = asked.find(([, isAsked]) => isAsked) ?? []
  if (param !== undefined) throw unsupported(param)
}
