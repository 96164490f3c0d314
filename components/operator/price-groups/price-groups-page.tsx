'use client'

import { useMutation, useQuery } from '@tanstack/react-query'
import { Pencil, Percent, Trash2 } from 'lucide-react'
import Link from 'next/link'
import { useState } from 'react'
import { IconAction } from '@/components/data/icon-action'
import { Loaded } from '@/components/data/loaded'
import { RecordTable } from '@/components/data/record-table'
import { Page, PageHeader } from '@/components/layout/page'
import { priceInShort } from '@/components/operator/models/price-lines'
import { Button } from '@/components/ui/button'
import { ConfirmButton } from '@/components/ui/confirm-button'
import { EmptyState } from '@/components/ui/empty-state'
import { Panel, PanelHeader } from '@/components/ui/panel'
import { toast } from '@/components/ui/toast'
import { whenOpened } from '@/components/ui/when-opened'
import { formatMoney } from '@/lib/client/format/money'
import { formatNumber } from '@/lib/client/format/number'
import { formatDateTime } from '@/lib/client/format/time'
import { paths } from '@/lib/client/paths'
import type { PriceGroup, PriceRule } from '@/lib/money/price-groups/schema'
import {
  priceGroupsQuery,
  removePriceGroupMutation,
  savePriceGroupMutation,
} from '@/lib/operator/admin/price-group-queries'

const GroupDialog = whenOpened(() => import('./group-dialog').then((module) => module.GroupDialog))

const RuleDialog = whenOpened(
  () => import('./rule-dialog').then((module) => module.RuleDialog),
  ({ index }) => index !== undefined,
)

export function PriceGroupsPage() {
  const groups = useQuery(priceGroupsQuery())
  const [adding, setAdding] = useState(false)
  return (
    <Page>
      <PageHeader
        title="Price groups"
        description="Other prices than the catalog’s for some customers. Choose a customer’s group on the customer’s page."
        actions={
          <Button variant="default" onClick={() => setAdding(true)}>
            Add price group
          </Button>
        }
      />
      {groups.data?.length ? (
        groups.data.map((group) => <GroupPanel key={group.id} group={group} />)
      ) : (
        <Panel>
          <Loaded query={groups} what="price groups" rows={3}>
            {() => (
              <EmptyState
                icon={<Percent />}
                title="No price groups"
                description="All customers pay the prices of the catalog."
              />
            )}
          </Loaded>
        </Panel>
      )}
      <GroupDialog open={adding} onOpenChange={setAdding} />
    </Page>
  )
}

function GroupPanel({ group }: { group: PriceGroup }) {
  const [editing, setEditing] = useState(false)
  const [index, setIndex] = useState<number>()
  return (
    <Panel aria-label={group.name} className="wrap-anywhere">
      <PanelHeader
        title={group.name}
        description={volumeOf(group)}
        actions={
          <>
            <IconAction label={`Edit ${group.name}`} icon={Pencil} onPress={() => setEditing(true)} />
            <RemoveGroup group={group} />
            <Button variant="outline" size="sm" onClick={() => setIndex(group.rules.length)}>
              Add rule
            </Button>
          </>
        }
      />
      <Rules group={group} onEdit={setIndex} />
      <Members group={group} />
      <GroupDialog open={editing} onOpenChange={setEditing} group={group} />
      <RuleDialog group={group} index={index} onClose={() => setIndex(undefined)} />
    </Panel>
  )
}

/** `By monthly volume: × 0.95 from $1,000.00` */
function volumeOf({ volume }: PriceGroup): string | undefined {
  const steps = volume.map(({ spent_usd, factor }) => `× ${factor} from ${formatMoney(spent_usd, 'payment')}`)
  return steps.length > 0 ? `By monthly volume: ${steps.join(', ')}` : undefined
}

function RemoveGroup({ group: { id, name } }: { group: PriceGroup }) {
  return (
    <ConfirmButton
      button={
        <Button variant="ghost" size="icon-sm" aria-label={`Delete ${name}`} title={`Delete ${name}`}>
          <Trash2 aria-hidden="true" />
        </Button>
      }
      title={`Delete ${name}?`}
      description="Its customers pay the prices of the catalog from then on. Past bills stay as they are."
      confirmLabel="Delete"
      change={useMutation(removePriceGroupMutation())}
      variables={id}
      done={`Deleted ${name}`}
    />
  )
}

function Rules({ group, onEdit }: { group: PriceGroup; onEdit: (index: number) => void }) {
  const save = useMutation(savePriceGroupMutation())
  const { id, name, volume, rules } = group
  const remove = (at: number) =>
    save.mutate(
      { id, name, volume, rules: rules.toSpliced(at, 1) },
      { onError: (error) => toast.error(error.message) },
    )
  if (rules.length === 0)
    return <p className="p-4 text-sm text-muted-foreground">No rules: the prices of the catalog.</p>
  return (
    <RecordTable
      label={`Rules of ${name}`}
      rows={rules.map((rule, at) => ({ rule, at }))}
      keyOf={({ at }) => String(at)}
      columns={[
        { name: 'Applies to', className: 'whitespace-normal', cell: ({ rule }) => scopeOf(rule) },
        { name: 'Price', className: 'figures whitespace-normal', cell: ({ rule }) => priceOf(rule) },
        { name: 'Active', shown: 'max-md:hidden', cell: ({ rule }) => datesOf(rule) },
        {
          name: 'Actions',
          isNameHidden: true,
          numeric: true,
          cell: ({ at }) => (
            <>
              <IconAction label={`Edit rule ${at + 1} of ${name}`} icon={Pencil} onPress={() => onEdit(at)} />
              <IconAction
                label={`Delete rule ${at + 1} of ${name}`}
                icon={Trash2}
                onPress={() => remove(at)}
              />
            </>
          ),
        },
      ]}
    />
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

function Members({ group: { members, member_count: count } }: { group: PriceGroup }) {
  return (
    <p className="flex flex-wrap gap-x-3 border-t border-border px-4 py-2.5 text-sm">
      <span className="text-faint-foreground">
        {count === 1 ? '1 customer' : `${formatNumber(count)} customers`}
      </span>
      {members.map(({ id, name }) => (
        <Link key={id} href={paths.adminCustomer(id)} dir="auto" className="hover:underline">
          {name}
        </Link>
      ))}
      {count > members.length && '…'}
    </p>
  )
}
