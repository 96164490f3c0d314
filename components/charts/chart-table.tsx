import { cn } from '@/components/ui/cn'
import { type ChartData, type ChartFormat, totalAt } from './chart-data'

type ChartTableProps = { label: string; pointName: string; data: ChartData; format: ChartFormat }

/** The figures behind a chart, newest first as in every other list. */
export function ChartTable({ label, pointName, data, format }: ChartTableProps) {
  const several = data.series.length > 1
  const totals = data.points.map((_, index) => totalAt(data, index))
  const write = format.column?.(totals) ?? format.value
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
          .map((point, index) => (
            <tr key={point.key} className="h-8">
              <th scope="row" className="px-4 text-left font-normal whitespace-nowrap text-muted">
                {point.label}
              </th>
              {data.series.map(({ id, values }) => (
                <Figure key={id} value={values[index] ?? 0} className={cell} write={write} />
              ))}
              {several && (
                <Figure value={totals[index] ?? 0} className={`${cell} font-medium`} write={write} />
              )}
            </tr>
          ))
          .toReversed()}
      </tbody>
    </table>
  )
}

type FigureProps = { value: number; className: string; write: (value: number) => string }

/** What was nothing stands back, so that the eye finds what was something. */
function Figure({ value, className, write }: FigureProps) {
  return (
    <td className={cn(className, value === 0 && 'text-faint')} data-value={value}>
      {write(value)}
    </td>
  )
}
