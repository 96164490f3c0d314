'use client'

import { useQuery } from '@tanstack/react-query'
import dynamic from 'next/dynamic'
import Link from 'next/link'
import { useState } from 'react'
import { Loaded } from '@/components/data/loaded'
import { OptionSelect } from '@/components/forms/option-select'
import { BackLink, Page, PageHeader } from '@/components/layout/page'
import { Button } from '@/components/ui/button'
import { EmptyState } from '@/components/ui/empty-state'
import { Panel } from '@/components/ui/panel'
import { Skeleton } from '@/components/ui/skeleton'
import { paths } from '@/lib/client/paths'
import { operatorProvidersQuery } from '@/lib/operator/admin/catalog-queries'

const Discovery = dynamic(() => import('./discovery').then((module) => module.Discovery), {
  ssr: false,
  loading: () => <Skeleton className="h-96 rounded-lg" />,
})

/** Lists a connected provider's models, to select, price and publish. `opened`: the provider selected initially. */
export function DiscoverPage({ opened = '' }: { opened: string | undefined }) {
  const providers = useQuery(operatorProvidersQuery())
  const [providerId, setProviderId] = useState(opened)
  const connected = providers.data?.filter(
    ({ adapter, enabled, is_configured, withdrawn_at }) =>
      adapter !== 'sandbox' && enabled && is_configured && withdrawn_at === null,
  )
  const options = connected?.map(({ id, name }) => ({ value: id, label: name })) ?? []
  return (
    <Page>
      <div>
        <div className="mb-3">
          <BackLink href={paths.adminModels}>Models</BackLink>
        </div>
        <PageHeader
          title="Discover models"
          description="Models offered by a connected provider. Select, price and publish them."
          actions={
            <OptionSelect
              aria-label="Provider"
              className="w-56"
              placeholder="Choose a provider"
              options={options}
              value={providerId}
              onValueChange={setProviderId}
            />
          }
        />
      </div>
      {options.some(({ value }) => value === providerId) ? (
        <Discovery key={providerId} providerId={providerId} />
      ) : (
        <Panel>
          <Loaded query={providers} what="providers" rows={2}>
            {() => <NothingSelected hasConnected={options.length > 0} />}
          </Loaded>
        </Panel>
      )}
    </Page>
  )
}

function NothingSelected({ hasConnected }: { hasConnected: boolean }) {
  if (hasConnected)
    return <EmptyState title="No provider selected" description="Choose a provider to see its models." />
  return (
    <EmptyState
      title="No connected providers"
      description="Add a provider key first to list its models."
      action={
        <Button variant="outline" asChild>
          <Link href={paths.adminProviders}>Connect a provider</Link>
        </Button>
      }
    />
  )
}
