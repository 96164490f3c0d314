import { type GroupInForce, groupOf, type RuleInForce, volumeFactor } from '@/lib/money/price-groups/in-force'
import { combineFactors, scalePricing, unfitRate, withAgreedRates } from '@/lib/money/prices/own-price'
import { parsePrice, scalePrice } from '@/lib/money/prices/price'
import { agreedPriceId } from '@/lib/money/prices/read-prices'
import type { Caller } from '@/lib/platform/caller'
import { clock } from '@/lib/platform/clock'
import type { CatalogModel, CatalogRoute } from './catalog-snapshot'

/** Routes at the price of the customer who asks: the price group's, and what else multiplies it. */

/** A route at a customer's own price, and the catalog's route. Bills find the price by `priceId` and `priceFactor`. */
export type PricedRoute = CatalogRoute & {
  /** What multiplies the rates of the price `priceId`; absent: 1. */
  readonly priceFactor?: number
  readonly listed?: CatalogRoute
}

type Customer = Pick<Caller, 'customerId' | 'priceFactor'>

/**
 * The same routes for a customer who pays the catalog's prices. For others, prices are computed once per route and factor; a
 * request looks them up.
 */
export function atPricesOf(
  { customerId, priceFactor = 1 }: Customer,
  routes: readonly CatalogRoute[],
): readonly PricedRoute[] {
  const group = groupOf(customerId)
  if (group === undefined && priceFactor === 1) return routes
  const now = clock.now().getTime()
  const factor = group ? priceFactor * volumeFactor(group, customerId, now) : priceFactor
  return routes.map((route) => priced(route, group ?? NO_GROUP, factor, now))
}

/** The model with its routes at the customer's prices. */
export function modelAtPricesOf(customer: Customer, model: CatalogModel): CatalogModel {
  const routes = atPricesOf(customer, model.routes)
  const [first, ...others] = routes
  return routes === model.routes || first === undefined ? model : { ...model, routes: [first, ...others] }
}

const NO_GROUP: Pick<GroupInForce, 'rules'> = { rules: [] }

/** A rule that may apply to a route, the route at its own rates, and that at each factor so far. The last one is no rule. */
type Choice = {
  rule: RuleInForce | undefined
  base: PricedRoute
  byFactor: Map<number, PricedRoute>
}

/** By group and route, both of which are new objects when the catalog is read again. */
const known = new WeakMap<Pick<GroupInForce, 'rules'>, WeakMap<CatalogRoute, readonly Choice[]>>()

function priced(
  route: CatalogRoute,
  group: Pick<GroupInForce, 'rules'>,
  factor: number,
  now: number,
): PricedRoute {
  const choice = choicesOf(group, route).find(({ rule }) => !rule || (now >= rule.from && now < rule.until))
  if (choice === undefined) return route
  const whole = combineFactors(factor, choice.rule?.factor ?? 1)
  if (whole === 1) return choice.base
  const found = choice.byFactor.get(whole) ?? scaled(choice.base, route, whole)
  choice.byFactor.set(whole, found)
  return found
}

function choicesOf(group: Pick<GroupInForce, 'rules'>, route: CatalogRoute): readonly Choice[] {
  const byRoute = known.get(group) ?? new WeakMap<CatalogRoute, readonly Choice[]>()
  known.set(group, byRoute)
  const found = byRoute.get(route)
  if (found) return found
  const rules = group.rules.filter(
    ({ model, provider }) =>
      (model ?? route.modelId) === route.modelId && (provider ?? route.providerId) === route.providerId,
  )
  const choices = [...rules, undefined].flatMap((rule): Choice[] => {
    const base = atRatesOf(rule, route)
    return base ? [{ rule, base, byFactor: new Map() }] : []
  })
  byRoute.set(route, choices)
  return choices
}

/** Undefined for own rates that do not fit the route's price: its price may have changed since they were agreed. */
function atRatesOf(rule: RuleInForce | undefined, route: CatalogRoute): PricedRoute | undefined {
  if (rule?.pricing == null || rule.rates_id == null) return route
  if (unfitRate(route.pricing, rule.pricing) !== undefined) return undefined
  const pricing = withAgreedRates(route.pricing, rule.pricing)
  const priceId = agreedPriceId(route.priceId, rule.rates_id)
  return Object.freeze({ ...route, priceId, pricing, price: parsePrice(pricing), listed: route })
}

function scaled(base: PricedRoute, listed: CatalogRoute, priceFactor: number): PricedRoute {
  return Object.freeze({
    ...base,
    pricing: scalePricing(base.pricing, priceFactor),
    price: scalePrice(base.price, priceFactor),
    priceFactor,
    listed,
  })
}
