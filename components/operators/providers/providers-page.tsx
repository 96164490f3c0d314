'use client'

import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { OptionSelect } from '@/components/forms/option-select'
import { SearchBox } from '@/components/forms/search-box'
import { Page, PageHeader } from '@/components/layout/page'
import { EmptyState } from '@/components/ui/empty-state'
import { Panel } from '@/components/ui/panel'
import type { OperatorProvider } from '@/lib/operators/catalog-schema'
import { operatorProvidersQuery } from '@/lib/operators/queries'
import { Loaded } from '../loaded'
import { ProviderTable } from './provider-table'

const filters = [
  { value: 'all', label: 'All providers' },
  { value: 'service', label: 'In service' },
  { value: 'key', label: 'Not configured' },
  { value: 'off', label: 'Switched off' },
] as const
type Filter = (typeof filters)[number]['value']

const tests: Record<Filter, (provider: OperatorProvider) => boolean> = {
  all: () => true,
  service: ({ enabled, key, withdrawn_at }) => enabled && key?.is_set !== false && withdrawn_at === null,
  key: ({ key }) => key?.is_set === false,
  off: ({ enabled }) => !enabled,
}

export function ProvidersPage() {
  const providers = useQuery(operatorProvidersQuery())
  const [text, setText] = useState('')
  const [filter, setFilter] = useState<Filter>('all')
  const wanted = text.trim().toLowerCase()
  return (
    <Page>
      <PageHeader
        title="Providers"
        description="Who serves models. Keys stay in the environment: set the variable and restart to configure a provider."
      />
      <Panel>
        <div className="flex flex-wrap items-center gap-3 border-b border-line p-3">
          <SearchBox
            label="Search providers"
            className="min-w-52 flex-1 sm:max-w-xs"
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
          <OptionSelect
            aria-label="Filter"
            className="w-40"
            options={filters}
            value={filter}
            onValueChange={setFilter}
          />
        </div>
        <Loaded query={providers} what="providers" rows={8}>
          {(all) => {
            const shown = all.filter(
              (provider) =>
                tests[filter](provider) && `${provider.id} ${provider.name}`.toLowerCase().includes(wanted),
            )
            if (shown.length > 0) return <ProviderTable providers={shown} />
            return <EmptyState title="No matching providers" description="Try another name." />
          }}
        </Loaded>
      </Panel>
    </Page>
  )
}
