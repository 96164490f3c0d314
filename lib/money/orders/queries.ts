import { keepPreviousData, mutationOptions, queryOptions } from '@tanstack/react-query'
import type { z } from 'zod'
import { callApi, shapesOf } from '@/lib/client/api-client'
import { mutationOf, queryOf } from '@/lib/client/api-queries'
import { apiPaths } from '@/lib/client/paths'
import type { CheckoutRequest, DocumentRequest, OrderStatus, SandboxPaymentRequest } from './orders-schema'
import type { BillingDetails, UpdateAutoTopUpRequest } from './settings-schema'

const ordersShape = shapesOf<typeof import('./orders-schema')>()
const shape = shapesOf<typeof import('@/lib/money/ledger/schema')>()
const settingsShape = shapesOf<typeof import('./settings-schema')>()

/** Prefix of all billing query keys. */
export const billingKey = ['billing']

export const balanceKey = [...billingKey, 'balance']

/** The balance. Requests from elsewhere change it too, so it is refetched regularly. */
export const balanceQuery = () => ({
  ...queryOf(balanceKey, apiPaths.balance, shape('BalanceReply')),
  refetchInterval: 30_000,
})

const ordersKey = [...billingKey, 'orders']

/** Plan, quota, packages, cards and invoices. */
export const billingQuery = () =>
  queryOf([...billingKey, 'summary'], apiPaths.billing, ordersShape('BillingReply'))

/** A page of orders, newest first; the previous page stays while the next loads. */
export const ordersQuery = (query: { limit: number; offset: number; abandoned: 'include' | 'exclude' }) => ({
  ...queryOf([...ordersKey, query], apiPaths.orders, ordersShape('OrdersReply'), query),
  placeholderData: keepPreviousData,
})

/** A page of credits and debits other than charges for requests, newest first. */
export const balanceEntriesQuery = (query: { limit: number; offset: number }) => ({
  ...queryOf([...balanceKey, 'entries', query], apiPaths.balanceEntries, shape('EntriesReply'), query),
  placeholderData: keepPreviousData,
})

/** Whether an order in this status is waiting for its payment. */
export function isOpenOrder(status: OrderStatus): boolean {
  return status === 'pending' || status === 'processing'
}

const WAITING_POLL_MILLIS = 1500

/** One order, polled while it waits for its payment. */
export function orderQuery(orderId: string) {
  return queryOptions({
    ...queryOf([...billingKey, 'order', orderId], apiPaths.paymentStatus(orderId), ordersShape('Order')),
    refetchInterval: ({ state }) => {
      return state.data && !isOpenOrder(state.data.status) ? false : WAITING_POLL_MILLIS
    },
  })
}

/** A package, or a custom amount. */
export type Bought = { inner_id: number | undefined } | { amount: string }

type Purchase = {
  what: Bought
  /** The same for every attempt of one purchase, so a retry creates no second order. */
  idempotencyKey: string
}

/** Starts a purchase; its caller sends the browser to `checkout_url`. */
export function createCheckoutMutation() {
  return mutationOptions({
    mutationFn: ({ what, idempotencyKey }: Purchase) => {
      const body: z.input<typeof CheckoutRequest> = { channel: 'stripe', ...what }
      return callApi(apiPaths.createCheckout, {
        method: 'POST',
        body,
        reply: ordersShape('CheckoutReply'),
        headers: { 'idempotency-key': idempotencyKey },
      })
    },
    onSuccess: (_reply, _purchase, _result, { client }) => client.invalidateQueries({ queryKey: ordersKey }),
  })
}

/** A link to an invoice or receipt, valid for ten minutes. */
export const createDocumentMutation = () =>
  mutationOf(ordersShape('DocumentReply'), (body: DocumentRequest) => ['POST', apiPaths.document, body], {
    isSecret: true,
  })

/** A button of the sandbox payment page. */
export const sandboxPaymentMutation = (orderId: string) =>
  mutationOf(ordersShape('Order'), (action: SandboxPaymentRequest['action']) => [
    'POST',
    apiPaths.sandboxPayment(orderId),
    { action },
  ])

const autoTopUpKey = [...billingKey, 'auto-top-up']

/** `isAwaited`: a card was just saved at Stripe, so this polls until its event arrives. */
export function autoTopUpQuery(isAwaited: boolean) {
  return queryOptions({
    ...queryOf(autoTopUpKey, apiPaths.autoTopUp, settingsShape('AutoTopUpReply')),
    refetchInterval: ({ state }) => isAwaited && !state.data?.card && WAITING_POLL_MILLIS,
  })
}

export const updateAutoTopUpMutation = () =>
  mutationOf(
    settingsShape('AutoTopUpReply'),
    (body: z.input<typeof UpdateAutoTopUpRequest>) => ['PATCH', apiPaths.autoTopUp, body],
    { answers: autoTopUpKey },
  )

/** Sends the browser to Stripe's page for the card. */
export const openCardPageMutation = () =>
  mutationOf(settingsShape('CardPageReply'), () => ['POST', apiPaths.autoTopUpCard], {
    onReply: (_client, { url }) => window.location.assign(url),
  })

/** Refetches all of billing: the list of saved cards changed, and top-up is off even where Stripe failed. */
export const removeCardMutation = () =>
  mutationOf(settingsShape('AutoTopUpReply'), () => ['DELETE', apiPaths.autoTopUpCard], {
    staleAnyway: billingKey,
  })

const detailsKey = [...billingKey, 'details']

export const billingDetailsQuery = () =>
  queryOf(detailsKey, apiPaths.billingDetails, settingsShape('BillingDetails'))

export const saveBillingDetailsMutation = () =>
  mutationOf(
    settingsShape('BillingDetails'),
    (body: BillingDetails) => ['PUT', apiPaths.billingDetails, body],
    { answers: detailsKey },
  )
