import { z } from 'zod'
import { UsdAmount, UsdString } from '@/lib/money/ledger/schema'
import type { Marks } from '@/lib/platform/caller'
import { characters, deletedReply, leftOpen, listReply, Printable, sentBack } from '@/lib/platform/fields'

/**
 * A budget limits what the requests of an end user or with a tag may cost in a period. It counts what is spent from its creation
 * on, and is held against in the same step as the balance and the key's limit.
 */
export const BudgetScope = z.enum(['end_user', 'tag'])
export type BudgetScope = z.infer<typeof BudgetScope>

export const BudgetReset = z.enum(['daily', 'weekly', 'monthly'])

export const MOST_TAGS = 16
const MOST_NAME = 64
const MOST_VALUE = 512

/** In requests, budgets and filters alike. */
export const EndUser = Printable.min(1, 'must not be empty').check(characters({ most: MOST_VALUE }))
export const TagName = Printable.min(1, 'must not be empty')
  .check(characters({ most: MOST_NAME }))
  .refine((name) => name !== '__proto__', 'must not be __proto__')
export const TagValue = Printable.check(characters({ most: MOST_VALUE }))

export const Tags = z
  .record(TagName, TagValue)
  .refine((tags) => Object.keys(tags).length <= MOST_TAGS, `must have at most ${MOST_TAGS} tags`)

/** A request's marks as tasks and batches store them. */
export const StoredMarks = z.object({
  endUser: z.string().optional(),
  tags: z.record(z.string(), z.string()).optional(),
})
export const toStored = ({ endUser, tags }: Marks): Marks => ({ endUser, tags })

/** A tag as filters and budgets write it. A name may have a colon too: the whole text is compared. */
export const toTagText = (name: string, value: string): string => `${name}:${value}`

/** Whether a budget is for each value by itself: `*`, or all tags of a name. */
export const isForEach = ({ scope, match }: { scope: BudgetScope; match: string }): boolean =>
  match === '*' || (scope === 'tag' && match.endsWith(':*'))

export const TagText = Printable.check(characters({ most: MOST_NAME + 1 + MOST_VALUE })).regex(
  /^[^:]+:/,
  'must be written name:value',
)

const match = Printable.min(1, 'must not be empty').check(characters({ most: MOST_NAME + 1 + MOST_VALUE }))

export const CreateBudgetRequest = z
  .strictObject({
    scope: BudgetScope,
    /** An end user, or a tag as `name:value`. `*`, for tags also `name:*`: each value has the limit by itself. */
    match,
    limit_usd: UsdAmount,
    limit_reset: BudgetReset.nullable().default(null),
  })
  .superRefine((budget, context) => {
    if (budget.match === '*') return
    const checked = (budget.scope === 'tag' ? TagText : EndUser).safeParse(budget.match)
    for (const { message } of checked.error?.issues ?? [])
      context.addIssue({ code: 'custom', path: ['match'], message })
  })
export type CreateBudgetRequest = z.infer<typeof CreateBudgetRequest>

export const Budget = z.object({
  id: z.string(),
  object: z.literal('budget'),
  scope: BudgetScope,
  match: z.string(),
  limit_usd: z.string(),
  limit_reset: BudgetReset.nullable(),
  /** In the current period; of a budget for each value, the sum of all. */
  used_usd: UsdString,
  /** When the period ends; null: never. */
  resets_at: z.iso.datetime().nullable(),
  /** Only of a budget for each: how many values have spent something, and the ten with the most. */
  value_count: z.int().nullable(),
  values: z.array(z.object({ value: z.string(), used_usd: UsdString })),
  created_at: z.iso.datetime(),
})
export type Budget = z.infer<typeof Budget>

export const UpdateBudgetRequest = sentBack(
  z.strictObject({
    limit_usd: leftOpen(UsdAmount).optional(),
    limit_reset: BudgetReset.nullable().optional(),
  }),
  Budget,
)
export type UpdateBudgetRequest = z.infer<typeof UpdateBudgetRequest>

export const BudgetParams = z.object({ id: z.string() })
export const BudgetList = listReply(Budget)
export type BudgetList = z.infer<typeof BudgetList>
export const DeletedBudget = deletedReply('budget')
