import type { ChartPoint } from './chart-data'
import { wordedPlaces } from './worded-places'

/** The words below a chart, each under its point; a phone shows every second. */
export function TimeAxis({ points }: { points: readonly ChartPoint[] }) {
  const places = wordedPlaces(points)
  return (
    <div aria-hidden="true" className="figures relative h-7">
      {places.map((place, at) => (
        <span
          key={points[place]?.key}
          className={`absolute top-2 -translate-x-1/2 whitespace-nowrap ${(places.length - 1 - at) % 2 === 1 ? 'max-sm:hidden' : ''}`}
          style={{ left: `${((place + 0.5) / points.length) * 100}%` }}
        >
          {points[place]?.tick}
        </span>
      ))}
    </div>
  )
}
