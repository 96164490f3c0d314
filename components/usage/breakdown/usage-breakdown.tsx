import type { UsageReply } from '@/lib/usage/schema'
import { keyLabels } from '../view/key-labels'
import type { ChangeView } from '../view/use-usage-view'
import { BreakdownPanel } from './breakdown-panel'

type UsageBreakdownProps = { usage: UsageReply | undefined; onChange: ChangeView }

export function UsageBreakdown({ usage, onChange }: UsageBreakdownProps) {
  const labels = keyLabels(usage?.api_keys ?? [])
  return (
    <div className="grid gap-6 lg:grid-cols-2">
      <BreakdownPanel
        title="By model"
        kind="Model"
        rows={usage?.models.map((row) => ({ ...row, id: row.model_id, name: row.model_name }))}
        onChoose={(model) => onChange({ model })}
      />
      <BreakdownPanel
        title="By key"
        kind="Key"
        rows={usage?.api_keys.map((row) => ({
          ...row,
          id: row.api_key_id ?? 'console',
          name: row.api_key_name ?? 'Console',
          label: labels.get(row.api_key_id) ?? 'Console',
        }))}
        onChoose={(key) => onChange({ key })}
      />
    </div>
  )
}
