import type { ChartPoint } from './chart-data'

/** As many words as stand side by side on a wide screen; a phone shows every second. */
const MOST_WORDS = 10

/** The words below a chart, each under its point. */
export function TimeAxis({ points }: { points: readonly ChartPoint[] }) {
  const step = Math.ceil(points.length / MOST_WORDS)
  return (
    <div aria-hidden="true" className="figures relative h-7">
      {points.map(({ key, tick }, place) =>
        place % step === 0 ? (
          <span
            key={key}
            className={`absolute top-2 -translate-x-1/2 whitespace-nowrap ${(place / step) % 2 === 1 ? 'max-sm:hidden' : ''}`}
            style={{ left: `${((place + 0.5) / points.length) * 100}%` }}
          >
            {tick}
          </span>
        ) : null,
      )}
    </div>
  )
}
