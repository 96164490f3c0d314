import { FilterSelect } from '../toolbar/filter-select'
import type { UsageView } from '../view/usage-view'
import type { ChangeView } from '../view/use-usage-view'
import { RequestFinder } from './request-finder'

const modalities = [
  { value: 'chat', label: 'Chat' },
  { value: 'embedding', label: 'Embedding' },
  { value: 'image', label: 'Image' },
  { value: 'video', label: 'Video' },
] as const
const statuses = [
  { value: 'success', label: 'Success' },
  { value: 'failed', label: 'Failed' },
  { value: 'refunded', label: 'Refunded' },
] as const

/** What only the list of requests can be narrowed to, and the way to one of them. */
export function RequestFilters({ view, onChange }: { view: UsageView; onChange: ChangeView }) {
  return (
    <>
      <RequestFinder onFind={(request) => onChange({ request })} />
      <FilterSelect
        name="Status"
        all="Any status"
        options={statuses}
        value={view.status}
        onChange={(status) => onChange({ status })}
      />
      <FilterSelect
        name="Kind"
        all="Any kind"
        options={modalities}
        value={view.modality}
        onChange={(modality) => onChange({ modality })}
      />
    </>
  )
}
