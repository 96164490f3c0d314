import { fieldsOf, listIn, listOf, numberOf, textOf } from './reading/members'

/** What vendors say about the operator's account with them: how to ask for it and where it is in the answer, as data. */
export type VendorAccount = {
  /** Its id in the built-in catalog. */
  id: string
  /** Of custom providers that are this vendor. */
  host: string
  balance?: Balance
  statement?: StatementSource
}

type Balance = {
  /** At the API's origin. */
  path: string
  /** The object, or the list of objects by currency, with the members below. */
  at: string
  amount: string
  /** A member that is subtracted from the amount. */
  less?: string
  /** A currency, or (lowercase) the member that names it. */
  currency: string
}

type StatementSource = {
  /** The path and query for whole UTC days from one time until another. */
  pathOf: (from: Date, until: Date) => string
  /** A header for the key in place of `Authorization: Bearer`, and others. */
  keyHeader?: string
  headers?: Readonly<Record<string, string>>
  /** The members of a day, or of its items if there is a list of them. */
  day: string
  items?: string
  /** The first that is set. */
  model: readonly string[]
  amount: string
  /** How many of the amount's unit are one dollar. */
  perDollar: number
}

const unix = (date: Date) => Math.floor(date.getTime() / 1000)

/** A vendor whose balance is a member of `data`. */
function tellsBalance(
  id: string,
  host: string,
  path: string,
  amount: string,
  currency: string,
): VendorAccount {
  return { id, host, balance: { path, at: 'data', amount, currency } }
}

export const vendorAccounts: readonly VendorAccount[] = [
  {
    id: 'openai',
    host: 'api.openai.com',
    // https://platform.openai.com/docs/api-reference/usage/costs
    statement: {
      pathOf: (from, until) =>
        `/v1/organization/costs?bucket_width=1d&limit=180&group_by=line_item&start_time=${unix(from)}&end_time=${unix(until)}`,
      day: 'start_time',
      items: 'results',
      model: ['line_item'],
      amount: 'amount',
      perDollar: 1,
    },
  },
  {
    id: 'anthropic',
    host: 'api.anthropic.com',
    // https://platform.claude.com/docs/en/api/admin/cost_report
    statement: {
      pathOf: (from, until) =>
        `/v1/organizations/cost_report?bucket_width=1d&limit=31&group_by[]=description&starting_at=${from.toISOString()}&ending_at=${until.toISOString()}`,
      keyHeader: 'x-api-key',
      headers: { 'anthropic-version': '2023-06-01' },
      day: 'starting_at',
      items: 'results',
      model: ['model', 'description'],
      amount: 'amount',
      perDollar: 100,
    },
  },
  {
    id: 'openrouter',
    host: 'openrouter.ai',
    // https://openrouter.ai/docs/api/api-reference/credits/get-credits
    balance: {
      path: '/api/v1/credits',
      at: 'data',
      amount: 'total_credits',
      less: 'total_usage',
      currency: 'USD',
    },
    // https://openrouter.ai/docs/api/api-reference/analytics/get-user-activity
    statement: {
      pathOf: () => '/api/v1/activity',
      day: 'date',
      model: ['model'],
      amount: 'usage',
      perDollar: 1,
    },
  },
  {
    id: 'deepseek',
    host: 'api.deepseek.com',
    // https://api-docs.deepseek.com/api/get-user-balance
    balance: { path: '/user/balance', at: 'balance_infos', amount: 'total_balance', currency: 'currency' },
  },
  // https://platform.moonshot.ai/docs/api/balance
  tellsBalance('moonshotai', 'api.moonshot.ai', '/v1/users/me/balance', 'available_balance', 'USD'),
  tellsBalance('moonshotai-cn', 'api.moonshot.cn', '/v1/users/me/balance', 'available_balance', 'CNY'),
  // https://docs.siliconflow.com/en/api-reference/userinfo/get-user-info
  tellsBalance('siliconflow', 'api.siliconflow.com', '/v1/user/info', 'totalBalance', 'USD'),
  tellsBalance('siliconflow-cn', 'api.siliconflow.cn', '/v1/user/info', 'totalBalance', 'CNY'),
]

export function vendorAccountOf(provider: { id: string; baseUrl: string | null }): VendorAccount | undefined {
  const host = URL.parse(provider.baseUrl ?? '')?.hostname ?? ''
  return (
    vendorAccounts.find((vendor) => vendor.host === host) ??
    vendorAccounts.find(({ id }) => id === provider.id)
  )
}

export type VendorBalance = { nanos: bigint; currency: string }

/** Of several currencies, US dollars. Undefined if the answer has no balance. */
export function readVendorBalance(
  answer: unknown,
  { at, amount, less, currency }: Balance,
): VendorBalance | undefined {
  const all = listIn(answer, [at]).map(fieldsOf)
  const currencyOf = (one: ReturnType<typeof fieldsOf>) =>
    currency === currency.toUpperCase() ? currency : (textOf(one[currency]) ?? 'USD')
  const found = all.find((one) => currencyOf(one) === 'USD') ?? all[0]
  const total = numberOf(found?.[amount])
  if (found === undefined || total === undefined) return undefined
  const used = less === undefined ? 0 : (numberOf(found[less]) ?? 0)
  return { nanos: nanosOf(total - used), currency: currencyOf(found) }
}

/** A vendor's charge for a model on a UTC day, by the vendor's own name of the model. */
export type StatementLine = { date: string; model: string; nanos: bigint }

/** One page of a statement; `next` is the token of the next page. */
export function readStatementPage(
  answer: unknown,
  source: StatementSource,
): { lines: StatementLine[]; next: string | undefined } {
  const lines = listIn(answer, ['data']).flatMap((bucket) => {
    const fields = fieldsOf(bucket)
    const date = utcDayOf(fields[source.day])
    const items = source.items === undefined ? [fields] : listOf(fields[source.items])
    if (date === undefined) throw new Error('a statement has a line without a day')
    return items.map(fieldsOf).map((item) => {
      const money = numberOf(item[source.amount]) ?? numberOf(fieldsOf(item[source.amount]).value)
      const model = source.model.map((name) => textOf(item[name])).find((name) => name !== undefined)
      if (money === undefined) throw new Error('a statement has a line without an amount')
      return { date, model: model ?? '', nanos: nanosOf(money / source.perDollar) }
    })
  })
  const { has_more, next_page } = fieldsOf(answer)
  return { lines, next: has_more === true ? textOf(next_page) : undefined }
}

/** `YYYY-MM-DD` of a date, a time (with an offset, else in UTC) or Unix seconds. */
export function utcDayOf(value: unknown): string | undefined {
  const seconds = numberOf(value)
  if (seconds !== undefined) return dayOf(new Date(seconds * 1000))
  const text = textOf(value)?.trim() ?? ''
  if (!/^\d{4}-\d{2}-\d{2}/.test(text)) return undefined
  return dayOf(
    new Date(/(?:Z|[+-]\d{2}:?\d{2})$/.test(text) && text.length > 10 ? text : `${text.slice(0, 10)}Z`),
  )
}

function dayOf(date: Date): string | undefined {
  return Number.isNaN(date.getTime()) ? undefined : date.toISOString().slice(0, 10)
}

/** Vendors write dollars as numbers, which are exact enough up to nine million dollars. */
export function nanosOf(dollars: number): bigint {
  return BigInt(Math.round(dollars * 1e9))
}
