'use client'

import { useMutation, useQuery } from '@tanstack/react-query'
import { Pencil, Trash2 } from 'lucide-react'
import Link from 'next/link'
import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { IconAction } from '@/components/data/icon-action'
import { Loaded } from '@/components/data/loaded'
import { RecordTable } from '@/components/data/record-table'
import { BackLink, Page, PageHeader } from '@/components/layout/page'
import { AuditPanel } from '@/components/operator/audit-log'
import { priceInShort } from '@/components/operator/models/price-lines'
import { Button } from '@/components/ui/button'
import { ConfirmButton } from '@/components/ui/confirm-button'
import { EmptyState } from '@/components/ui/empty-state'
import { Panel, PanelBody, PanelHeader } from '@/components/ui/panel'
import { toast } from '@/components/ui/toast'
import { whenOpened } from '@/components/ui/when-opened'
import { formatMoney } from '@/lib/client/format/money'
import { formatNumber } from '@/lib/client/format/number'
import { formatDateTime } from '@/lib/client/format/time'
import { paths } from '@/lib/client/paths'
import type { PriceRule } from '@/lib/money/price-groups/schema'
import {
  priceGroupQuery,
  removePriceGroupMutation,
  savePriceGroupMutation,
} from '@/lib/operator/admin/price-group-queries'
import type { OperatorPriceGroup } from '@/lib/operator/admin/price-groups-schema'

const GroupDialog = whenOpened(
  () => import('./group-dialog').then((module) => module.GroupDialog),
  ({ open }) => open,
)

const RuleDialog = whenOpened(
  () => import('./rule-dialog').then((module) => module.RuleDialog),
  ({ index }) => index !== undefined,
)

export function PriceGroupPage({ id }: { id: string }) {
  const query = useQuery(priceGroupQuery(id))
  const group = query.data
  return (
    <Page>
      <div>
        <div className="mb-3">
          <BackLink href={paths.adminPriceGroups}>Price groups</BackLink>
        </div>
        <PageHeader
          title={group?.name ?? 'Price group'}
          description={group && volumeOf(group)}
          actions={group && <Actions group={group} />}
        />
      </div>
      {group ? (
        <>
          <Rules group={group} />
          <Members group={group} />
          <AuditPanel title="Operator activity" subjectType="price_group" subjectId={id} />
        </>
      ) : (
        <Panel>
          <Loaded query={query} what="price group" rows={4}>
            {() => null}
          </Loaded>
        </Panel>
      )}
    </Page>
  )
}

/** `By monthly volume: × 0.95 from $1,000.00` */
function volumeOf({ volume }: OperatorPriceGroup): string | undefined {
  const steps = volume.map(({ spent_usd, factor }) => `× ${factor} from ${formatMoney(spent_usd, 'payment')}`)
  return steps.length > 0 ? `By monthly volume: ${steps.join(', ')}` : undefined
}

function Actions({ group }: { group: OperatorPriceGroup }) {
  const router = useRouter()
  const [editing, setEditing] = useState(false)
  return (
    <>
      <ConfirmButton
        button={<Button variant="destructive-outline">Delete</Button>}
        title={`Delete ${group.name}?`}
        description="Its customers pay the prices of the catalog from then on. Past bills stay as they are."
        confirmLabel="Delete"
        change={useMutation(removePriceGroupMutation())}
        variables={group.id}
        done={`Deleted ${group.name}`}
        onDone={() => router.push(paths.adminPriceGroups)}
      />
      <Button variant="outline" onClick={() => setEditing(true)}>
        Edit
      </Button>
      <GroupDialog open={editing} onOpenChange={setEditing} group={group} />
    </>
  )
}

function Rules({ group }: { group: OperatorPriceGroup }) {
  const [index, setIndex] = useState<number>()
  const save = useMutation(savePriceGroupMutation())
  const { id, name, volume, rules } = group
  const remove = (at: number) =>
    save.mutate(
      { id, name, volume, rules: rules.toSpliced(at, 1) },
      { onError: (error) => toast.error(error.message) },
    )
  return (
    <Panel>
      <PanelHeader
        title="Rules"
        actions={
          <Button variant="outline" size="sm" onClick={() => setIndex(rules.length)}>
            Add rule
          </Button>
        }
      />
      {rules.length === 0 && (
        <EmptyState title="No rules" description="The prices are those of the catalog." className="py-10" />
      )}
      {rules.length > 0 && (
        <RecordTable
          label="Rules"
          rows={rules.map((rule, at) => ({ rule, at }))}
          keyOf={({ at }) => String(at)}
          columns={[
            { name: 'Applies to', className: 'max-w-56 truncate', cell: ({ rule }) => scopeOf(rule) },
            { name: 'Price', className: 'figures whitespace-normal', cell: ({ rule }) => priceOf(rule) },
            { name: 'In force', shown: 'max-md:hidden', cell: ({ rule }) => datesOf(rule) },
            {
              name: 'Actions',
              isNameHidden: true,
              numeric: true,
              cell: ({ at }) => (
                <>
                  <IconAction label={`Edit rule ${at + 1}`} icon={Pencil} onPress={() => setIndex(at)} />
                  <IconAction label={`Delete rule ${at + 1}`} icon={Trash2} onPress={() => remove(at)} />
                </>
              ),
            },
          ]}
        />
      )}
      <RuleDialog group={group} index={index} onClose={() => setIndex(undefined)} />
    </Panel>
  )
}

function scopeOf({ model, provider }: PriceRule): string {
  if (provider === null) return model ?? 'Everything'
  return `${model ?? 'All models'} at ${provider}`
}

const priceOf = ({ factor, pricing }: PriceRule) => (pricing ? priceInShort(pricing) : `× ${factor}`)

function datesOf({ from, until }: PriceRule): string {
  const ends = [from && `from ${formatDateTime(from)}`, until && `until ${formatDateTime(until)}`]
  return ends.filter(Boolean).join(' ') || 'Always'
}

function Members({ group: { members, member_count: count } }: { group: OperatorPriceGroup }) {
  const shown = count > members.length ? `The first ${members.length} of ${formatNumber(count)}` : undefined
  return (
    <Panel>
      <PanelHeader title="Customers" description={shown} />
      <PanelBody className="text-sm">
        {members.length === 0 && 'No customers. Choose the group on a customer’s page to add one.'}
        <ul className="flex flex-col gap-1">
          {members.map(({ id, name }) => (
            <li key={id} className="truncate">
              <Link href={paths.adminCustomer(id)} title={id} dir="auto" className="hover:underline">
                {name}
              </Link>
            </li>
          ))}
        </ul>
      </PanelBody>
    </Panel>
  )
}
