import type { CatalogSnapshot } from '@/lib/catalog/models/catalog-snapshot'
import { dataRulesOf } from '@/lib/catalog/models/read-snapshot'
import type { ProviderPolicies } from '@/lib/catalog/models/schema'
import type { Caller, DataRules } from '@/lib/platform/caller'
import type { ProviderPreferences, ResolvedRoute, RouteRequest } from './schema'

/** A condition on routes of a request, its key or its account. */
type Filter = {
  param: string
  /** Ends the sentence "No provider of the model …". */
  refusal: string
  allows: (route: ResolvedRoute) => boolean
}

type Providers = CatalogSnapshot['providers']

/** In the order in which they are applied; the first that leaves no route is named in the error. */
export function filtersOf(caller: Caller, request: RouteRequest, providers: Providers): Filter[] {
  const filters = preferencesOf(request)
  addDataFilters(filters, caller, request, providers)
  return filters
}

type DataRule = {
  name: 'data_collection' | 'zdr'
  refusal: string
  isIn: (rules: DataRules | null | undefined) => boolean
  isMet: (policies: ProviderPolicies | undefined) => boolean
}

const dataRules: readonly DataRule[] = [
  {
    name: 'data_collection',
    refusal: 'states that it does not train on prompts',
    isIn: (rules) => rules?.data_collection === 'deny',
    isMet: (policies) => policies?.trains_on_data === false,
  },
  {
    name: 'zdr',
    refusal: 'states that it keeps no data',
    isIn: (rules) => rules?.zdr === true,
    isMet: (policies) => policies?.data_retention_days === 0,
  },
]

/** A rule about data applies wherever it is set: neither a request nor its key can loosen the rules of the account. */
function addDataFilters(
  filters: Filter[],
  { apiKey, customerId }: Caller,
  { provider }: RouteRequest,
  providers: Providers,
): void {
  const account = dataRulesOf(customerId)
  if (provider == null && account === undefined && apiKey?.routing.dataRules === undefined) return
  for (const { name, refusal, isIn, isMet } of dataRules) {
    const allows = ({ providerId }: ResolvedRoute) => isMet(providers.get(providerId)?.policies)
    if (isIn(provider)) filters.push({ param: `provider.${name}`, refusal, allows })
    else if (isIn(apiKey?.routing.dataRules))
      filters.push({ param: 'model', refusal: `${refusal}, which this API key requires`, allows })
    else if (isIn(account))
      filters.push({ param: 'model', refusal: `${refusal}, which this account requires`, allows })
  }
}

function preferencesOf({ provider, parameters = [] }: RouteRequest): Filter[] {
  const filters: Filter[] = []
  if (provider == null) return filters
  const { only, ignore, max_price, require_parameters } = provider
  const add = (name: string, refusal: string, allows: Filter['allows']) =>
    filters.push({ param: `provider.${name}`, refusal, allows })
  if (only && only.length > 0)
    add('only', 'is in provider.only', ({ providerId }) => only.includes(providerId))
  if (ignore && ignore.length > 0)
    add('ignore', 'is left after provider.ignore', ({ providerId }) => !ignore.includes(providerId))
  if (max_price) add('max_price', 'is within provider.max_price', (route) => isWithin(route, max_price))
  if (require_parameters)
    add('require_parameters', 'supports every parameter of this request', ({ supportedParameters }) =>
      parameters.every((name) => supports(supportedParameters, name)),
    )
  return filters
}

const FEMTOS_PER_DOLLAR = 1e15
const FEMTOS_PER_MILLIONTH = 1e9

function isWithin({ price }: ResolvedRoute, max: NonNullable<ProviderPreferences['max_price']>): boolean {
  const perMillion = (femtos: bigint) => Number(femtos) / FEMTOS_PER_MILLIONTH
  return (
    perMillion(price.prompt) <= (max.prompt ?? Number.POSITIVE_INFINITY) &&
    perMillion(price.completion) <= (max.completion ?? Number.POSITIVE_INFINITY) &&
    Number(price.request) / FEMTOS_PER_DOLLAR <= (max.request ?? Number.POSITIVE_INFINITY)
  )
}

/** Two names of one parameter: the upstream is sent the one it knows. */
const otherName: Readonly<Record<string, string>> = {
  max_tokens: 'max_completion_tokens',
  max_completion_tokens: 'max_tokens',
}

function supports(supported: readonly string[], name: string): boolean {
  return supported.includes(name) || supported.includes(otherName[name] ?? name)
}
