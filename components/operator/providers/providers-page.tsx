'use client'

import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Loaded } from '@/components/data/loaded'
import { type Column, RecordTable } from '@/components/data/record-table'
import { OptionSelect, useOption } from '@/components/forms/option-select'
import { ListFilters } from '@/components/forms/search-box'
import { Page, PageHeader } from '@/components/layout/page'
import { apiTypeNames, CatalogSwitch, ProviderState } from '@/components/operator/catalog-controls'
import { balanceText, isBalanceLow } from '@/components/operator/providers/balance-text'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { cn } from '@/components/ui/cn'
import { EmptyState } from '@/components/ui/empty-state'
import { Panel } from '@/components/ui/panel'
import { Skeleton } from '@/components/ui/skeleton'
import { whenOpened } from '@/components/ui/when-opened'
import { formatNumber } from '@/lib/client/format/number'
import { operatorProvidersQuery } from '@/lib/operator/admin/catalog-queries'
import type { OperatorProvider } from '@/lib/operator/admin/catalog-schema'
import { ConnectPanel } from './connect-panel'

const ProviderSheet = whenOpened(
  () => import('./provider-sheet').then((module) => module.ProviderSheet),
  ({ provider }) => provider !== undefined,
)

const CustomProviderDialog = whenOpened(() =>
  import('./custom-provider-dialog').then((module) => module.CustomProviderDialog),
)

const filters = [
  { value: 'all', label: 'All providers' },
  { value: 'service', label: 'Active' },
  { value: 'idle', label: 'Not connected' },
  { value: 'off', label: 'Disabled' },
] as const
type Filter = (typeof filters)[number]['value']

const tests: Record<Filter, (provider: OperatorProvider) => boolean> = {
  all: () => true,
  service: ({ enabled, is_configured, withdrawn_at }) => enabled && is_configured && withdrawn_at === null,
  idle: ({ is_configured, withdrawn_at }) => !is_configured && withdrawn_at === null,
  off: ({ enabled }) => !enabled,
}

/** `opened`: the id of the provider whose drawer is open initially. */
export function ProvidersPage({ opened }: { opened: string | undefined }) {
  const providers = useQuery(operatorProvidersQuery())
  const [text, setText] = useState('')
  const filter = useOption(filters, 'all')
  const [shownId, setShownId] = useState(opened)
  const [adding, setAdding] = useState(false)
  const wanted = text.normalize('NFKC').trim().toLowerCase()
  return (
    <Page>
      <PageHeader
        title="Providers"
        description="The services that run your models, and the keys they are called with. Changes apply immediately."
        actions={
          <Button variant="outline" onClick={() => setAdding(true)}>
            Add provider
          </Button>
        }
      />
      {providers.data ? (
        <ConnectPanel providers={providers.data} />
      ) : (
        <Skeleton className="h-72 rounded-lg" />
      )}
      <Panel>
        <ListFilters label="Search providers" text={text} onText={setText}>
          <OptionSelect aria-label="Filter" className="w-40" {...filter} />
        </ListFilters>
        <Loaded query={providers} what="providers" rows={8}>
          {(all) => {
            const shown = all.filter(
              (provider) =>
                tests[filter.value](provider) &&
                `${provider.id} ${provider.name}`.toLowerCase().includes(wanted),
            )
            if (shown.length > 0)
              return (
                <RecordTable
                  label="Providers"
                  rows={shown}
                  columns={columnsOf(setShownId)}
                  keyOf={({ id }) => id}
                  rowClassName={({ withdrawn_at }) =>
                    cn('h-14', withdrawn_at !== null && 'text-muted-foreground')
                  }
                />
              )
            return (
              <EmptyState title="No matching providers" description="Try a different search or filter." />
            )
          }}
        </Loaded>
      </Panel>
      <ProviderSheet
        provider={providers.data?.find(({ id }) => id === shownId)}
        onClose={() => setShownId(undefined)}
      />
      <CustomProviderDialog open={adding} onOpenChange={setAdding} onAdded={({ id }) => setShownId(id)} />
    </Page>
  )
}

type Opening = { onOpen: (id: string) => void }

/** On a narrow screen, status and key are shown below the name. */
const columnsOf = (onOpen: Opening['onOpen']): readonly Column<OperatorProvider>[] => [
  {
    name: 'Provider',
    className: 'max-w-0 md:max-w-none',
    cell: (provider) => (
      <>
        <Name provider={provider} onOpen={onOpen} />
        <div className="mt-1.5 flex flex-col gap-1.5 md:hidden">
          <ProviderState provider={provider} />
          <Key provider={provider} />
        </div>
      </>
    ),
  },
  { name: 'Status', shown: 'max-md:hidden', cell: (provider) => <ProviderState provider={provider} /> },
  { name: 'Key', shown: 'max-md:hidden', cell: (provider) => <Key provider={provider} /> },
  {
    name: 'Base URL',
    shown: 'max-lg:hidden',
    className: 'max-w-64',
    cell: (provider) => <Address provider={provider} />,
  },
  {
    name: 'Balance',
    numeric: true,
    shown: 'max-xl:hidden',
    cell: ({ account }) =>
      account?.balance && (
        <span className={cn('figures', isBalanceLow(account) && 'text-destructive-text')}>
          {balanceText(account.balance)}
        </span>
      ),
  },
  {
    name: 'Models',
    numeric: true,
    shown: 'max-md:hidden',
    cell: ({ model_count }) => formatNumber(model_count),
  },
  {
    name: 'Enabled',
    numeric: true,
    className: 'w-24',
    cell: ({ id, name, enabled, is_configured, withdrawn_at }) =>
      is_configured || withdrawn_at !== null || !enabled ? (
        <CatalogSwitch
          type="provider"
          id={id}
          name={name}
          enabled={enabled && withdrawn_at === null}
          disabled={withdrawn_at !== null}
        />
      ) : (
        <Button variant="outline" size="sm" aria-label={`Connect ${name}`} onClick={() => onOpen(id)}>
          Connect
        </Button>
      ),
  },
]

/** How it is called, unless its name says so. */
const typeOf = ({ kind, name }: OperatorProvider) =>
  kind && apiTypeNames[kind] !== name ? [apiTypeNames[kind]] : []

function Name({ provider, onOpen }: Opening & { provider: OperatorProvider }) {
  return (
    <>
      <span className="flex min-w-0 items-center gap-2">
        {provider.withdrawn_at === null ? (
          <button
            type="button"
            className="press-line min-w-0 cursor-pointer truncate rounded-xs font-medium decoration-border-strong underline-offset-3 hover:underline"
            onClick={() => onOpen(provider.id)}
          >
            {provider.name}
          </button>
        ) : (
          <span className="truncate font-medium">{provider.name}</span>
        )}
        {provider.source === 'file' && <Badge>PROVIDERS_FILE</Badge>}
        {provider.source === 'operator' && <Badge>Custom</Badge>}
      </span>
      <span className="block truncate font-mono text-2xs text-faint-foreground">
        {[provider.id, ...typeOf(provider)].join(' · ')}
      </span>
    </>
  )
}

/** Where the provider's key comes from, with its last four characters where it is stored. */
function Key({ provider: { key, keys } }: { provider: OperatorProvider }) {
  const [first] = keys
  if (first)
    return (
      <span className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1 text-xs">
        <span className="font-mono">••••{first.last_four}</span>
        {keys.length > 1 && (
          <span className="text-faint-foreground">and {formatNumber(keys.length - 1)} more</span>
        )}
        {keys.some(({ refused_at }) => refused_at) && <Badge tone="danger">Rejected</Badge>}
      </span>
    )
  if (key === null) return <span className="text-xs text-faint-foreground">No key needed</span>
  if (!key.is_set) return <span className="text-xs text-faint-foreground">No key</span>
  return (
    <span className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1">
      <code className="min-w-0 truncate font-mono text-xs">{key.variable}</code>
      <Badge>From the environment</Badge>
    </span>
  )
}

function Address({ provider: { address, base_url } }: { provider: OperatorProvider }) {
  if (base_url === null) return <span className="text-xs text-faint-foreground">On this machine</span>
  return (
    <>
      <span className="block truncate font-mono text-xs text-muted-foreground" title={base_url}>
        {base_url.replace(/^https?:\/\//, '')}
      </span>
      {address?.is_set && (
        <span className="block truncate text-2xs text-warning-text">set by {address.variable}</span>
      )}
    </>
  )
}
