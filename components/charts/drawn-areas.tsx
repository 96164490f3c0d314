import type { DrawnSeriesProps } from './drawn-bars'
import { toneColor } from './series-tone'

const WIDTH = 1000
const HEIGHT = 1000

/** Areas on top of each other, for many points. */
export function DrawnAreas({ data, most }: DrawnSeriesProps) {
  const edges = stack(data.series.map(({ values }) => values))
  const count = data.points.length
  const at = (edge: readonly number[]) =>
    edge.map(
      (value, place) =>
        `${Math.round(((place + 0.5) / count) * WIDTH)} ${Math.round(HEIGHT * (1 - value / most))}`,
    )
  return (
    <svg
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      preserveAspectRatio="none"
      aria-hidden="true"
      className="size-full"
    >
      {data.series.map(({ id, tone }, number) => {
        const [lower = [], upper = []] = [edges[number], edges[number + 1]]
        return (
          <g key={id} fill={toneColor(tone)}>
            <path
              d={`M${at(upper).join('L')}L${at(lower).toReversed().join('L')}Z`}
              fillOpacity={data.series.length > 1 ? 0.5 : 0.14}
            />
            <path
              d={`M${at(upper).join('L')}`}
              fill="none"
              stroke={toneColor(tone)}
              strokeWidth={1.5}
              vectorEffect="non-scaling-stroke"
            />
          </g>
        )
      })}
    </svg>
  )
}

/** The edges between the series, from the ground up: one more than there are series. */
function stack(series: readonly (readonly number[])[]): number[][] {
  const edges = [Array.from({ length: series[0]?.length ?? 0 }, () => 0)]
  for (const values of series) edges.push(values.map((value, place) => value + (edges.at(-1)?.[place] ?? 0)))
  return edges
}
