import Link from 'next/link'
import { type FigureColumn, FigureTable } from '@/components/data/figure-table'
import { Panel } from '@/components/ui/panel'
import type { ProviderModel } from '@/lib/catalog/schema'
import { paths } from '@/lib/client/paths'
import { measuredColumns } from '../figures/measured-columns'
import { offerColumns } from '../figures/offer-columns'
import { ModalityBadge } from '../modality-badge'

const name: FigureColumn<ProviderModel> = {
  id: 'name',
  name: 'Model',
  cell: ({ id, name, modality, status }) => (
    <div className="py-1">
      <span className="flex flex-wrap items-baseline gap-x-2">
        {status === 'disabled' ? (
          <span className="font-medium">{name}</span>
        ) : (
          <Link
            href={paths.model(id)}
            prefetch={false}
            className="press-line rounded-xs font-medium text-ink underline-offset-3 hover:underline"
          >
            {name}
          </Link>
        )}
        <ModalityBadge modality={modality} />
      </span>
      <span className="block font-mono text-xs break-all text-faint">{id}</span>
    </div>
  ),
}

type ProviderModelsProps = {
  models: readonly ProviderModel[]
  /** Whether anything can have been measured. */
  inService: boolean
}

/** What a provider serves, or would serve. */
export function ProviderModels({ models, inService }: ProviderModelsProps) {
  return (
    <Panel>
      <FigureTable
        label="Models of this provider"
        rows={models}
        columns={inService ? [name, ...offerColumns, ...measuredColumns] : [name, ...offerColumns]}
        keyOf={({ id }) => id}
        needs={inService ? 'wide' : 'medium'}
      />
    </Panel>
  )
}
