import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import Stripe from 'stripe'
import { env } from '@/lib/platform/env'
import { Payer } from './payer'
import { answerCall, parseForm, StripeFault } from './stripe-api'
import { type Event, StripeState } from './stripe-state'

/** `hang`: it never answers. `cut`: it does not even listen. `lose`: it does as it is told, and its answer is lost. */
type Trouble = { status: number; body?: object } | 'hang' | 'cut' | 'lose'
export type HeardCall = { method: string; path: string; idempotencyKey: string | undefined; text: string }

/**
 * Enough of Stripe for the official SDK, over HTTP and with a memory: checkout sessions, payment intents, charges,
 * invoices, customers and cards, refunds, disputes, idempotency keys, errors as `{error:{…}}`, a list of events, and signed
 * events that can be delivered as often and in whatever order a test likes.
 */
export class StripeStandIn {
  readonly state = new StripeState()
  readonly payer = new Payer(this.state)
  readonly calls: HeardCall[] = []
  readonly webhookSecret = 'whsec_stand_in_for_tests'
  readonly secretKey = 'sk_test_stand_in'
  /** What goes wrong with a call; nothing by default. */
  trouble: (call: HeardCall) => Trouble | undefined = () => undefined
  private readonly answers = new Map<string, { text: string; status: number; body: string }>()
  private readonly server: Server

  private constructor() {
    this.server = createServer((request, response) => {
      this.serve(request, response).catch(() => response.destroy())
    })
  }

  static async start(): Promise<StripeStandIn> {
    const made = new StripeStandIn()
    await new Promise<void>((resolve) => made.server.listen(0, '127.0.0.1', resolve))
    return made
  }

  get origin(): string {
    const address = this.server.address()
    return `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`
  }

  close(): void {
    this.server.closeAllConnections()
    this.server.close()
  }

  /** An event as Stripe's webhook sends it. */
  sign(event: Event, secret = this.webhookSecret, timestamp = Math.floor(Date.now() / 1000)) {
    return this.signText(JSON.stringify(event), secret, timestamp)
  }

  signText(text: string, secret = this.webhookSecret, timestamp = Math.floor(Date.now() / 1000)) {
    const signature = Stripe.webhooks.generateTestHeaderString({ payload: text, secret, timestamp })
    return { text, headers: { 'stripe-signature': signature, 'content-type': 'application/json' } }
  }

  private async serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const url = new URL(request.url ?? '/', this.origin)
    const call = {
      method: request.method ?? 'GET',
      path: url.pathname,
      idempotencyKey: request.headers['idempotency-key']?.toString(),
      text: Buffer.concat(chunks).toString('utf8'),
    }
    this.calls.push(call)
    const trouble = this.trouble(call)
    if (trouble === 'hang') return
    if (trouble === 'cut') {
      response.destroy()
      return
    }
    const { status, body } =
      typeof trouble === 'object' ? troubled(trouble) : this.answer(call, url, request.headers.authorization)
    if (trouble === 'lose') {
      response.destroy()
      return
    }
    response.writeHead(status, {
      'content-type': 'application/json',
      'request-id': `req_${this.calls.length}`,
    })
    response.end(body)
  }

  private answer(
    call: HeardCall,
    url: URL,
    authorization: string | undefined,
  ): { status: number; body: string } {
    const key = call.method === 'POST' ? call.idempotencyKey : undefined
    const before = key === undefined ? undefined : this.answers.get(key)
    if (before)
      return before.text === call.text
        ? before
        : errorAnswer(
            new StripeFault(400, {
              type: 'idempotency_error',
              message:
                'Keys for idempotent requests can only be used with the same parameters they were first used with.',
            }),
          )
    try {
      if (authorization !== `Bearer ${this.secretKey}`)
        throw new StripeFault(401, { type: 'invalid_request_error', message: 'Invalid API Key provided' })
      const parts = { method: call.method, path: call.path, query: url.searchParams, origin: this.origin }
      const body = JSON.stringify(answerCall(this.state, { ...parts, body: parseForm(call.text) }))
      if (key !== undefined) this.answers.set(key, { text: call.text, status: 200, body })
      return { status: 200, body }
    } catch (error) {
      if (error instanceof StripeFault) return errorAnswer(error)
      throw error
    }
  }
}

function troubled({ status, body }: { status: number; body?: object }) {
  const said = body ?? { error: { type: 'api_error', message: 'out of order' } }
  return { status, body: JSON.stringify(said) }
}

function errorAnswer({ status, error }: StripeFault): { status: number; body: string } {
  return { status, body: JSON.stringify({ error }) }
}

/** For tests: Stripe is configured, and it is the stand-in. */
export async function startStripe(): Promise<StripeStandIn> {
  const stripe = await StripeStandIn.start()
  Object.assign(env(), {
    STRIPE_SECRET_KEY: stripe.secretKey,
    STRIPE_WEBHOOK_SECRET: stripe.webhookSecret,
    STRIPE_API_BASE: stripe.origin,
  })
  return stripe
}
