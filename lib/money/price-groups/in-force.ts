import { periodEnd, periodStart } from '@/lib/money/ledger/quota'
import { readSpendOf } from '@/lib/money/usage/read-traffic'
import { clock } from '@/lib/platform/clock'
import { formatUsd, parseUsd } from '@/lib/platform/money'
import { listGroups, listMembers } from './repository'
import { type OwnPrices, PriceGroupRequest, type PriceRule } from './schema'

/** The price groups in memory, as requests read them. They are read with the catalog, at every change of either. */

export type RuleInForce = Omit<PriceRule, 'from' | 'until'> & {
  /** Milliseconds since 1970. */
  from: number
  until: number
}

export type GroupInForce = {
  id: string
  name: string
  /** The most specific first. */
  rules: readonly RuleInForce[]
  /** Ascending. */
  steps: readonly { spentNanos: bigint; factor: number }[]
}

/** What customers with a discount by volume spent in the calendar month (UTC) between the two moments. */
type Spending = { from: number; until: number; nanosOf: ReadonlyMap<string, bigint> }

export type PriceGroups = { groupOf: ReadonlyMap<string, GroupInForce>; spending: Spending }

let current: PriceGroups = { groupOf: new Map(), spending: { from: 0, until: 0, nanosOf: new Map() } }

export function keepPriceGroups(groups: PriceGroups): void {
  current = groups
}

export async function readPriceGroups(): Promise<PriceGroups> {
  const [rows, members] = await Promise.all([listGroups(), listMembers()])
  const groups = new Map(rows.map((row) => [row.id, toGroup(row)]))
  const groupOf = new Map(
    members.flatMap(({ customerId, groupId }): [string, GroupInForce][] => {
      const group = groups.get(groupId)
      return group ? [[customerId, group]] : []
    }),
  )
  return { groupOf, spending: await readSpending(groupOf) }
}

type GroupRow = { id: string; name: string; rules: unknown; volume: unknown }

function toGroup({ id, ...row }: GroupRow): GroupInForce {
  const { name, rules, volume } = PriceGroupRequest.strip().parse(row)
  const specificity = ({ model, provider }: RuleInForce) => (model ? 2 : 0) + (provider ? 1 : 0)
  return {
    id,
    name,
    rules: rules
      .map(({ from, until, ...rule }) => ({
        ...rule,
        from: from === null ? Number.NEGATIVE_INFINITY : Date.parse(from),
        until: until === null ? Number.POSITIVE_INFINITY : Date.parse(until),
      }))
      .sort((a, b) => specificity(b) - specificity(a)),
    steps: volume.map(({ spent_usd, factor }) => ({ spentNanos: parseUsd(spent_usd) ?? 0n, factor })),
  }
}

async function readSpending(groupOf: PriceGroups['groupOf']): Promise<Spending> {
  const now = clock.now()
  const from = periodStart('monthly', now) ?? now
  const until = periodEnd('monthly', now) ?? now
  const ids = [...groupOf].flatMap(([id, { steps }]) => (steps.length > 0 ? [id] : []))
  const nanosOf = ids.length > 0 ? await readSpendOf(ids, from, until) : new Map<string, bigint>()
  return { from: from.getTime(), until: until.getTime(), nanosOf }
}

/** Reads again what customers spent this month, where any has a discount by volume. */
export async function refreshVolumes(): Promise<void> {
  const { groupOf } = current
  const spending = await readSpending(groupOf)
  // Groups that were read meanwhile have newer figures.
  if (current.groupOf === groupOf) current = { groupOf, spending }
}

/** The customer's price group; undefined for those who pay the catalog's prices. */
export function groupOf(customerId: string): GroupInForce | undefined {
  return current.groupOf.get(customerId)
}

/** The price groups by customer. */
export function customerGroups(): ReadonlyMap<string, GroupInForce> {
  return current.groupOf
}

/** Undefined for customers who pay the catalog's prices. */
export function readOwnPrices(customerId: string): OwnPrices | undefined {
  const group = groupOf(customerId)
  return (
    group && {
      volume: group.steps.map(({ spentNanos, factor }) => ({ fromUsd: formatUsd(spentNanos), factor })),
      spentUsd: formatUsd(spentOf(customerId, clock.now().getTime()) ?? 0n),
    }
  )
}

/** Undefined: what it spent is not known, or does not matter. */
function spentOf(customerId: string, now: number): bigint | undefined {
  const { from, until, nanosOf } = current.spending
  return now >= from && now < until ? (nanosOf.get(customerId) ?? 0n) : undefined
}

/** The discount that the customer's volume of this month has reached, as far as it is settled; 1 before the first step. */
export function volumeFactor({ steps }: GroupInForce, customerId: string, now: number): number {
  const spent = steps.length > 0 ? spentOf(customerId, now) : undefined
  return steps.findLast(({ spentNanos }) => spent !== undefined && spent >= spentNanos)?.factor ?? 1
}
