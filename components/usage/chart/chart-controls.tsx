import { type ChartView, ChartViewToggle } from '@/components/charts/time-chart'
import { OptionSelect } from '@/components/forms/option-select'
import { ToggleGroup, ToggleGroupItem } from '@/components/ui/toggle-group'
import type { UsageGroup, UsageMetric, UsageView } from '../view/usage-view'
import type { ChangeView } from '../view/use-usage-view'
import { usageMetrics } from './usage-metrics'

const metrics: readonly UsageMetric[] = ['cost', 'requests', 'tokens']
const groups: { value: UsageGroup; label: string }[] = [
  { value: 'model', label: 'By model' },
  { value: 'key', label: 'By key' },
  { value: 'none', label: 'Total' },
]

type ChartControlsProps = {
  view: UsageView
  shownAs: ChartView
  onShownAsChange: (shownAs: ChartView) => void
  onChange: ChangeView
}

/** What the chart measures, what it tells apart, and whether it is a chart at all. */
export function ChartControls({ view, shownAs, onShownAsChange, onChange }: ChartControlsProps) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-2 border-b border-line px-4 py-2">
      <ToggleGroup
        type="single"
        aria-label="Metric"
        value={view.metric}
        onValueChange={(next) => {
          const metric = metrics.find((one) => one === next)
          if (metric) onChange({ metric })
        }}
      >
        {metrics.map((metric) => (
          <ToggleGroupItem key={metric} value={metric}>
            {usageMetrics[metric].name}
          </ToggleGroupItem>
        ))}
      </ToggleGroup>
      <div className="flex items-center gap-2">
        <OptionSelect
          aria-label="Group by"
          className="w-auto pointer-coarse:text-sm"
          options={groups}
          value={view.group}
          onValueChange={(group) => onChange({ group })}
        />
        <ChartViewToggle view={shownAs} onViewChange={onShownAsChange} />
      </div>
    </div>
  )
}
