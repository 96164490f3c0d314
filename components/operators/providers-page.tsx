'use client'

import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Loaded } from '@/components/data/loaded'
import { OptionSelect } from '@/components/forms/option-select'
import { SearchBox } from '@/components/forms/search-box'
import { Page, PageHeader } from '@/components/layout/page'
import { Badge, StatusDot } from '@/components/ui/badge'
import { cn } from '@/components/ui/cn'
import { EmptyState } from '@/components/ui/empty-state'
import { Panel } from '@/components/ui/panel'
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from '@/components/ui/table'
import { formatNumber } from '@/lib/client/format/number'
import type { OperatorProvider } from '@/lib/operators/catalog-schema'
import { operatorProvidersQuery } from '@/lib/operators/queries'
import { CatalogSwitch } from './catalog-switch'

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

/** Providers line by line; on a narrow screen what else there is to say stands below the name. */
function ProviderTable({ providers }: { providers: readonly OperatorProvider[] }) {
  return (
    <Table label="Providers">
      <TableHeader>
        <tr>
          <TableHead>Provider</TableHead>
          <TableHead className="max-md:hidden">Status</TableHead>
          <TableHead className="max-md:hidden">Key</TableHead>
          <TableHead className="max-lg:hidden">Address</TableHead>
          <TableHead numeric className="max-md:hidden">
            Models
          </TableHead>
          <TableHead numeric>On</TableHead>
        </tr>
      </TableHeader>
      <TableBody>
        {providers.map((provider) => (
          <ProviderRow key={provider.id} provider={provider} />
        ))}
      </TableBody>
    </Table>
  )
}

function ProviderRow({ provider }: { provider: OperatorProvider }) {
  return (
    <TableRow className={cn('h-14', provider.withdrawn_at !== null && 'text-muted')}>
      <TableCell className="max-w-0 md:max-w-none">
        <Name provider={provider} />
        <div className="mt-1.5 flex flex-col gap-1.5 md:hidden">
          <ProviderStatus provider={provider} />
          <Key provider={provider} />
        </div>
      </TableCell>
      <TableCell className="max-md:hidden">
        <ProviderStatus provider={provider} />
      </TableCell>
      <TableCell className="max-md:hidden">
        <Key provider={provider} />
      </TableCell>
      <TableCell className="max-w-64 max-lg:hidden">
        <Address provider={provider} />
      </TableCell>
      <TableCell numeric className="max-md:hidden">
        {formatNumber(provider.model_count)}
      </TableCell>
      <TableCell className="w-16 text-right">
        <CatalogSwitch
          type="provider"
          id={provider.id}
          name={provider.name}
          enabled={provider.enabled}
          disabled={provider.withdrawn_at !== null}
          consequence="Its models are no longer asked there, at once and on every node. Those that nobody else serves cannot be called any more. What is under way is finished."
        />
      </TableCell>
    </TableRow>
  )
}

function Name({ provider }: { provider: OperatorProvider }) {
  return (
    <>
      <span className="flex min-w-0 items-center gap-2">
        <span className="truncate font-medium">{provider.name}</span>
        {provider.source === 'file' && <Badge>PROVIDERS_FILE</Badge>}
      </span>
      <span className="block truncate font-mono text-2xs text-faint">
        {provider.id} · {provider.adapter}
      </span>
    </>
  )
}

/** Which variable the key is read from and whether it is there; never what is in it. */
function Key({ provider: { key } }: { provider: OperatorProvider }) {
  if (key === null) return <span className="text-xs text-faint">No key needed</span>
  return (
    <span className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1">
      <code className="min-w-0 truncate font-mono text-xs">{key.variable}</code>
      <Badge tone={key.is_set ? 'success' : 'neutral'}>{key.is_set ? 'Set' : 'Not set'}</Badge>
    </span>
  )
}

function Address({ provider: { address, base_url } }: { provider: OperatorProvider }) {
  if (base_url === null) return <span className="text-xs text-faint">On this machine</span>
  return (
    <>
      <span className="block truncate font-mono text-xs text-muted" title={base_url}>
        {base_url.replace(/^https?:\/\//, '')}
      </span>
      {address?.is_set && (
        <span className="block truncate text-2xs text-warning-text">moved by {address.variable}</span>
      )}
    </>
  )
}

/** How a provider does, or why it is not asked at all. */
function ProviderStatus({ provider }: { provider: OperatorProvider }) {
  if (provider.withdrawn_at) return <StatusDot>Withdrawn</StatusDot>
  if (!provider.enabled) return <StatusDot>Switched off</StatusDot>
  if (provider.key?.is_set === false) return <StatusDot>Not configured</StatusDot>
  if (provider.status === 'down') return <StatusDot tone="danger">Down</StatusDot>
  if (provider.status === 'degraded') return <StatusDot tone="warning">Degraded</StatusDot>
  return <StatusDot tone="success">Operational</StatusDot>
}
