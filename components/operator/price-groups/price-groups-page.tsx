'use client'

import { useQuery } from '@tanstack/react-query'
import { Percent } from 'lucide-react'
import Link from 'next/link'
import { useState } from 'react'
import { Loaded } from '@/components/data/loaded'
import { type Column, RecordTable } from '@/components/data/record-table'
import { Page, PageHeader } from '@/components/layout/page'
import { Button } from '@/components/ui/button'
import { EmptyState } from '@/components/ui/empty-state'
import { Panel } from '@/components/ui/panel'
import { whenOpened } from '@/components/ui/when-opened'
import { formatNumber } from '@/lib/client/format/number'
import { paths } from '@/lib/client/paths'
import type { PriceGroup } from '@/lib/money/price-groups/schema'
import { priceGroupsQuery } from '@/lib/operator/admin/price-group-queries'

const GroupDialog = whenOpened(
  () => import('./group-dialog').then((module) => module.GroupDialog),
  ({ open }) => open,
)

export function PriceGroupsPage() {
  const groups = useQuery(priceGroupsQuery())
  const [adding, setAdding] = useState(false)
  return (
    <Page>
      <PageHeader
        title="Price groups"
        description="Other prices than the catalog’s for some customers. A customer is in at most one group."
        actions={
          <Button variant="default" onClick={() => setAdding(true)}>
            Add price group
          </Button>
        }
      />
      <Panel>
        <Loaded query={groups} what="price groups" rows={3}>
          {(all) =>
            all.length === 0 ? (
              <EmptyState
                icon={<Percent />}
                title="No price groups"
                description="All customers pay the prices of the catalog."
              />
            ) : (
              <RecordTable
                label="Price groups"
                rows={all}
                columns={columns}
                keyOf={({ id }) => id}
                isFixed
                isPressable
                rowClassName="h-13"
              />
            )
          }
        </Loaded>
      </Panel>
      <GroupDialog open={adding} onOpenChange={setAdding} />
    </Page>
  )
}

const columns: readonly Column<PriceGroup>[] = [
  {
    name: 'Name',
    width: 'w-[55%]',
    cell: ({ id, name }) => (
      <Link
        href={paths.adminPriceGroup(id)}
        title={name}
        dir="auto"
        className="press-line block truncate rounded-xs text-left font-medium decoration-border-strong underline-offset-3 hover:underline"
      >
        {name}
      </Link>
    ),
  },
  { name: 'Customers', numeric: true, cell: ({ member_count }) => formatNumber(member_count) },
  { name: 'Rules', numeric: true, shown: 'max-sm:hidden', cell: ({ rules }) => formatNumber(rules.length) },
  {
    name: 'Volume steps',
    numeric: true,
    shown: 'max-sm:hidden',
    cell: ({ volume }) => formatNumber(volume.length),
  },
]
