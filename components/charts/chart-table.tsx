import { type ChartData, type ChartFormat, totalAt } from './chart-data'

type ChartTableProps = { label: string; pointName: string; data: ChartData; format: ChartFormat }

/** The figures behind a chart, newest first as in every other list. */
export function ChartTable({ label, pointName, data, format }: ChartTableProps) {
  const several = data.series.length > 1
  const cell = 'px-3 text-right figures whitespace-nowrap last:pr-4'
  return (
    <table aria-label={label} className="w-full text-sm">
      <thead className="sticky top-0 bg-surface">
        <tr className="h-8 border-b border-line text-xs text-faint">
          <th scope="col" className="px-4 text-left font-medium">
            {pointName}
          </th>
          {data.series.map(({ id, name }) => (
            <th key={id} scope="col" className={`${cell} font-medium`}>
              {name}
            </th>
          ))}
          {several && (
            <th scope="col" className={`${cell} font-medium`}>
              Total
            </th>
          )}
        </tr>
      </thead>
      <tbody className="divide-y divide-line">
        {data.points
          .map((point, place) => (
            <tr key={point.key} className="h-8">
              <th scope="row" className="px-4 text-left font-normal whitespace-nowrap text-muted">
                {point.label}
              </th>
              {data.series.map(({ id, values }) => (
                <td key={id} className={cell} data-value={values[place] ?? 0}>
                  {format.value(values[place] ?? 0)}
                </td>
              ))}
              {several && <td className={`${cell} font-medium`}>{format.value(totalAt(data, place))}</td>}
            </tr>
          ))
          .toReversed()}
      </tbody>
    </table>
  )
}
