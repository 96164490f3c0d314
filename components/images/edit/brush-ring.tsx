import type { SourcePicture } from '../draft'
import type { Point } from './stroke'

/** Where the brush is and how much it covers. `size` and `place` are in pixels of the source. */
export function BrushRing({ source, place, size }: { source: SourcePicture; place: Point; size: number }) {
  return (
    <span
      aria-hidden="true"
      className="pointer-events-none absolute -translate-x-1/2 -translate-y-1/2 rounded-full border-2 border-white outline-1 outline-black"
      style={{
        left: `${(place.x / source.width) * 100}%`,
        top: `${(place.y / source.height) * 100}%`,
        width: `${(size / source.width) * 100}%`,
        aspectRatio: 1,
      }}
    />
  )
}
