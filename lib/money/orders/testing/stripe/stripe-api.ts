import { type Card, type Intent, type Session, type StripeState, stripeId } from './stripe-state'

/** An error in Stripe's format. */
export class StripeFault extends Error {
  constructor(
    readonly status: number,
    readonly error: {
      type: string
      message: string
      code?: string
      param?: string
      payment_intent?: Intent
    },
  ) {
    super(error.message)
  }
}

type ApiCall = { method: string; path: string; query: URLSearchParams; body: FormBody; origin: string }

/** Answers one call to Stripe's API, with the requested expansions. */
export function answerCall(state: StripeState, call: ApiCall): unknown {
  const found = perform(state, call)
  const asked = [...call.query].filter(([name]) => name.startsWith('expand')).map(([, path]) => path)
  const sent = Object.values(recordAt(call.body, 'expand'))
  return [...asked, ...sent].reduce(
    (object, path) => expand(state, object, path.split('.')),
    structuredClone(found),
  )
}

function perform(state: StripeState, { method, path, query, body, origin }: ApiCall): unknown {
  const [, resource = '', id, action] =
    /^\/v1\/(checkout\/sessions|\w+)(?:\/([^/]+))?(?:\/([^/]+))?$/.exec(path) ?? []
  const verb = [method, resource, id && ':id', action].filter(Boolean).join(' ')
  switch (verb) {
    case 'POST checkout/sessions':
      return createSession(state, body, origin)
    case 'GET checkout/sessions':
      return listOf(
        [...state.sessions.values()].filter(
          ({ payment_intent }) => payment_intent === query.get('payment_intent'),
        ),
      )
    case 'POST payment_intents':
      return chargeCard(state, body)
    case 'GET payment_intents':
      return listOf([...state.intents.values()].filter(({ customer }) => customer === query.get('customer')))
    case 'POST checkout/sessions :id expire':
      return expireSession(state, find(state.sessions, id))
    case 'GET customers :id payment_methods':
      return listOf(
        [...state.cards.values()].filter(({ customer }) => customer === find(state.customers, id).id),
      )
    case 'POST payment_methods :id detach':
      return detachCard(find(state.cards, id))
    case 'GET disputes':
      return listOf(
        [...state.disputes.values()].filter(
          ({ payment_intent }) => payment_intent === query.get('payment_intent'),
        ),
      )
    case 'GET events':
      return listEvents(state, query)
    default: {
      const map = method === 'GET' && action === undefined ? mapOf(state, resource) : undefined
      if (map === undefined || id === undefined) throw new StripeFault(404, unknownUrl(method, path))
      return find(map, id)
    }
  }
}

function mapOf(state: StripeState, resource: string): ReadonlyMap<string, object> | undefined {
  const maps: Record<string, ReadonlyMap<string, object>> = {
    'checkout/sessions': state.sessions,
    payment_intents: state.intents,
    charges: state.charges,
    refunds: state.refunds,
    disputes: state.disputes,
    setup_intents: state.setups,
    customers: state.customers,
  }
  return maps[resource]
}

const EVENTS_KEPT_SECONDS = 30 * 24 * 3600
const MAX_TYPES = 20

/** Newest first, a page at a time, without events older than thirty days. */
function listEvents(state: StripeState, query: URLSearchParams): object {
  const types = [...query].filter(([name]) => name.startsWith('types')).map(([, type]) => type)
  if (types.length > MAX_TYPES)
    throw new StripeFault(400, { type: 'invalid_request_error', param: 'types', message: 'Too many types' })
  const since = Math.max(Number(query.get('created[gte]')), Date.now() / 1000 - EVENTS_KEPT_SECONDS)
  const found = state.events
    .filter(({ type, created }) => types.includes(type) && created >= since)
    .toReversed()
    .sort((one, other) => other.created - one.created)
  const after = query.get('starting_after')
  const start = after === null ? 0 : found.findIndex(({ id }) => id === after) + 1
  if (after !== null && start === 0) throw new StripeFault(400, missingEvent(after))
  const limit = Number(query.get('limit') ?? 10)
  const data = found.slice(start, start + limit)
  return { object: 'list', data, has_more: start + limit < found.length, url: '/v1/events' }
}

function missingEvent(id: string) {
  const said = { type: 'invalid_request_error', code: 'resource_missing', param: 'starting_after' }
  return { ...said, message: `No such event: '${id}'` }
}

function createSession(state: StripeState, body: FormBody, origin: string): Session {
  const customer = textAt(body, 'customer')
  if (customer !== null && !state.customers.has(customer))
    throw new StripeFault(400, {
      type: 'invalid_request_error',
      code: 'resource_missing',
      param: 'customer',
      message: `No such customer: '${customer}'`,
    })
  const email = textAt(body, 'customer_email')
  if (email?.endsWith('.invalid'))
    throw new StripeFault(400, {
      type: 'invalid_request_error',
      code: 'email_invalid',
      param: 'customer_email',
      message: 'Not a valid email address',
    })
  const lines = valueAt(body, ['line_items'])
  const amount = Object.keys(typeof lines === 'object' ? lines : {}).reduce((sum, line) => {
    const cents = textAt(body, 'line_items', line, 'price_data', 'unit_amount')
    return sum + Number(cents) * Number(textAt(body, 'line_items', line, 'quantity'))
  }, 0)
  const id = stripeId('cs_test')
  const session: Session = {
    id,
    object: 'checkout.session',
    url: `${origin}/pay/${id}`,
    status: 'open',
    payment_status: 'unpaid',
    mode: textAt(body, 'mode') ?? 'payment',
    client_reference_id: textAt(body, 'client_reference_id'),
    metadata: recordAt(body, 'metadata'),
    currency: textAt(body, 'line_items', '0', 'price_data', 'currency') ?? 'usd',
    amount_subtotal: amount,
    amount_total: amount,
    total_details: { amount_tax: 0, amount_discount: 0 },
    payment_intent: null,
    customer,
    customer_details: email === null ? null : { name: null, email },
    setup_intent: null,
    expires_at: Number(textAt(body, 'expires_at')),
    success_url: textAt(body, 'success_url'),
    cancel_url: textAt(body, 'cancel_url'),
    locale: textAt(body, 'locale'),
  }
  state.sessions.set(id, session)
  return session
}

/** A charge of a saved card without its cardholder: the bank accepts or declines at once. */
function chargeCard(state: StripeState, body: FormBody): Intent {
  const card = find(state.cards, textAt(body, 'payment_method') ?? undefined)
  const customer = find(state.customers, textAt(body, 'customer') ?? undefined).id
  if (card.customer !== customer || textAt(body, 'off_session') !== 'true')
    throw new StripeFault(400, { type: 'invalid_request_error', message: 'The card is not the customer’s.' })
  const intent: Intent = {
    id: stripeId('pi'),
    object: 'payment_intent',
    status: 'requires_payment_method',
    amount: Number(textAt(body, 'amount')),
    currency: textAt(body, 'currency') ?? '',
    customer,
    created: Math.floor(Date.now() / 1000),
    metadata: recordAt(body, 'metadata'),
    latest_charge: null,
    last_payment_error: null,
  }
  state.intents.set(intent.id, intent)
  if (card.refusal === undefined) {
    state.charge(intent)
    return intent
  }
  intent.last_payment_error = { code: card.refusal }
  state.emit('payment_intent.payment_failed', intent)
  throw new StripeFault(402, {
    type: 'card_error',
    code: card.refusal,
    message: 'Refused.',
    payment_intent: structuredClone(intent),
  })
}

function detachCard(card: Card): Card {
  if (card.customer === null)
    throw new StripeFault(400, {
      type: 'invalid_request_error',
      message: 'The payment method you provided is not attached to a customer so detachment is impossible.',
    })
  card.customer = null
  return card
}

function expireSession(state: StripeState, session: Session): Session {
  if (session.status !== 'open')
    throw new StripeFault(400, {
      type: 'invalid_request_error',
      message: `Only Checkout Sessions with a status in ["open"] can be expired. This one is ${session.status}.`,
    })
  session.status = 'expired'
  session.url = null
  state.emit('checkout.session.expired', session)
  return session
}

function expand(state: StripeState, object: unknown, [name, ...rest]: string[]): unknown {
  if (name === undefined || typeof object !== 'object' || object === null) return object
  const value: unknown = Reflect.get(object, name)
  const whole = typeof value === 'string' ? structuredClone(byId(state, value)) : value
  return { ...object, [name]: expand(state, whole ?? value, rest) }
}

function byId(state: StripeState, id: string): object | undefined {
  const { intents, charges, customers, cards } = state
  return intents.get(id) ?? charges.get(id) ?? customers.get(id) ?? cards.get(id)
}

function find<Value>(map: ReadonlyMap<string, Value>, id: string | undefined): Value {
  const value = id === undefined ? undefined : map.get(id)
  if (value !== undefined) return value
  throw new StripeFault(404, {
    type: 'invalid_request_error',
    code: 'resource_missing',
    message: `No such object: '${id}'`,
  })
}

function listOf(data: unknown[]): object {
  return { object: 'list', data, has_more: false, url: '/v1/list' }
}

function unknownUrl(method: string, path: string) {
  return { type: 'invalid_request_error', message: `Unrecognized request URL (${method}: ${path}).` }
}

/** The SDK's form encoding, `a[b][0][c]=d`, as an object; lists are objects with numbers for names. */
type FormValue = string | FormBody
type FormBody = { [name: string]: FormValue }

export function parseForm(text: string): FormBody {
  const body: FormBody = {}
  for (const [name, value] of new URLSearchParams(text)) {
    const path = name.split(/[[\]]+/).filter(Boolean)
    let at = body
    for (const part of path.slice(0, -1)) {
      const next = at[part]
      const child = typeof next === 'object' ? next : {}
      at[part] = child
      at = child
    }
    at[path.at(-1) ?? name] = value
  }
  return body
}

function textAt(body: FormBody, ...path: string[]): string | null {
  const value = valueAt(body, path)
  return typeof value === 'string' ? value : null
}

function recordAt(body: FormBody, ...path: string[]): Record<string, string> {
  const value = valueAt(body, path)
  if (typeof value !== 'object') return {}
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, String(one)]))
}

function valueAt(body: FormBody, path: string[]): FormValue | undefined {
  return path.reduce<FormValue | undefined>(
    (value, part) => (typeof value === 'object' ? value[part] : undefined),
    body,
  )
}
