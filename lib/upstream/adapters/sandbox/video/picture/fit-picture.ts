import { sharp } from '@/lib/platform/sharp'
import type { FrameSize } from '@/lib/upstream/video-pixels'
import type { Picture } from '../film/pictures'
import { createCanvas } from '../paint/create-canvas'
import type { PlaneImage } from './plane-image'
import { toPlaneImage } from './to-plane-image'

/** A picture that fills the frame; what does not fit is cut off evenly on both sides. */
export async function fitPicture({ width, height, pixels }: Picture, frame: FrameSize): Promise<PlaneImage> {
  const canvas = createCanvas(frame.width, frame.height)
  const fitted = await sharp(pixels, { raw: { width, height, channels: 3 } })
    .resize(canvas.width, canvas.height, { fit: 'cover', position: 'centre' })
    .ensureAlpha()
    .raw()
    .toBuffer()
  canvas.data.set(fitted)
  return toPlaneImage(canvas)
}
