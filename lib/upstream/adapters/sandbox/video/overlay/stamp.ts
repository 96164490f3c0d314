import { rasterise } from '../paint/rasterise'
import { drawImage } from '../picture/draw-image'
import { toPlaneImage } from '../picture/to-plane-image'
import type { Moment, Prop } from '../stage/prop'

export type Box = { x: number; y: number; width: number; height: number }

/** A drawing that lies on the picture itself, wherever the camera goes. Drawn in the box's own pixels. */
export async function stamp(
  drawing: string,
  { x, y, width, height }: Box,
  at: (moment: Moment) => { opacity: number; dy?: number } = () => ({ opacity: 1 }),
): Promise<Prop> {
  const image = toPlaneImage(await rasterise(drawing, [width, height], width, height))
  return (frame, moment) => {
    const { opacity, dy = 0 } = at(moment)
    if (opacity > 0) drawImage(frame, image, { x: Math.round(x), y: y + dy, opacity })
  }
}
