import { keepPreviousData, mutationOptions, queryOptions } from '@tanstack/react-query'
import type { z } from 'zod'
import { callApi, shapesOf } from '@/lib/client/api-client'
import { apiPaths } from '@/lib/client/paths'
import type { CheckoutRequest, DocumentRequest, OrderStatus, SandboxPaymentRequest } from './orders-schema'
import type { BillingDetails, UpdateAutoTopUpRequest } from './settings-schema'

const ordersShape = shapesOf(() => import('./orders-schema'))
const shape = shapesOf(() => import('@/lib/money/ledger/schema'))
const settingsShape = shapesOf(() => import('./settings-schema'))

/** Prefix of all billing query keys. */
export const billingKey = ['billing']

export const balanceKey = [...billingKey, 'balance']

/** The balance. Requests from elsewhere change it too, so it is refetched regularly. */
export function balanceQuery() {
  return queryOptions({
    queryKey: balanceKey,
    queryFn: ({ signal }) => callApi(apiPaths.balance, { reply: shape('BalanceReply'), signal }),
    refetchInterval: 30_000,
  })
}

const ordersKey = [...billingKey, 'orders']

/** Plan, quota, packages, cards and invoices. */
export function billingQuery() {
  return queryOptions({
    queryKey: [...billingKey, 'summary'],
    queryFn: ({ signal }) => callApi(apiPaths.billing, { reply: ordersShape('BillingReply'), signal }),
  })
}

/** A page of orders, newest first; the previous page stays while the next loads. */
export function ordersQuery(query: { limit: number; offset: number; abandoned: 'include' | 'exclude' }) {
  return queryOptions({
    queryKey: [...ordersKey, query],
    queryFn: ({ signal }) => callApi(apiPaths.orders, { reply: ordersShape('OrdersReply'), query, signal }),
    placeholderData: keepPreviousData,
  })
}

/** A page of credits and debits other than charges for requests, newest first. */
export function balanceEntriesQuery({ limit, offset }: { limit: number; offset: number }) {
  return queryOptions({
    queryKey: [...balanceKey, 'entries', limit, offset],
    queryFn: ({ signal }) =>
      callApi(apiPaths.balanceEntries, {
        reply: shape('EntriesReply'),
        query: { limit, offset },
        signal,
      }),
    placeholderData: keepPreviousData,
  })
}

/** Whether an order in this status is waiting for its payment. */
export function isOpenOrder(status: OrderStatus): boolean {
  return status === 'pending' || status === 'processing'
}

const WAITING_POLL_MILLIS = 1500

/** One order, polled while it waits for its payment. */
export function orderQuery(orderId: string) {
  return queryOptions({
    queryKey: [...billingKey, 'order', orderId],
    queryFn: ({ signal }) =>
      callApi(apiPaths.paymentStatus(orderId), { reply: ordersShape('Order'), signal }),
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
export function createDocumentMutation() {
  return mutationOptions({
    mutationFn: (body: DocumentRequest) =>
      callApi(apiPaths.document, { method: 'POST', body, reply: ordersShape('DocumentReply') }),
    gcTime: 0,
  })
}

/** A button of the sandbox payment page. */
export function sandboxPaymentMutation(orderId: string) {
  return mutationOptions({
    mutationFn: (action: SandboxPaymentRequest['action']) =>
      callApi(apiPaths.sandboxPayment(orderId), {
        method: 'POST',
        body: { action },
        reply: ordersShape('Order'),
      }),
  })
}

const autoTopUpKey = [...billingKey, 'auto-top-up']

/** `isAwaited`: a card was just saved at Stripe, so this polls until its event arrives. */
export function autoTopUpQuery(isAwaited: boolean) {
  return queryOptions({
    queryKey: autoTopUpKey,
    queryFn: ({ signal }) => callApi(apiPaths.autoTopUp, { reply: settingsShape('AutoTopUpReply'), signal }),
    refetchInterval: ({ state }) => isAwaited && !state.data?.card && WAITING_POLL_MILLIS,
  })
}

export function updateAutoTopUpMutation() {
  return mutationOptions({
    mutationFn: (body: z.input<typeof UpdateAutoTopUpRequest>) =>
      callApi(apiPaths.autoTopUp, { method: 'PATCH', body, reply: settingsShape('AutoTopUpReply') }),
    onSuccess: (settings, _changes, _result, { client }) => client.setQueryData(autoTopUpKey, settings),
  })
}

/** Sends the browser to Stripe's page for the card. */
export function openCardPageMutation() {
  return mutationOptions({
    mutationFn: () =>
      callApi(apiPaths.autoTopUpCard, { method: 'POST', reply: settingsShape('CardPageReply') }),
    onSuccess: ({ url }) => window.location.assign(url),
  })
}

/** Refetches all of billing: the list of saved cards changed, and top-up is off even where Stripe failed. */
export function removeCardMutation() {
  return mutationOptions({
    mutationFn: () =>
      callApi(apiPaths.autoTopUpCard, { method: 'DELETE', reply: settingsShape('AutoTopUpReply') }),
    onSettled: (_reply, _error, _variables, _result, { client }) =>
      client.invalidateQueries({ queryKey: billingKey }),
  })
}

const detailsKey = [...billingKey, 'details']

export function billingDetailsQuery() {
  return queryOptions({
    queryKey: detailsKey,
    queryFn: ({ signal }) =>
      callApi(apiPaths.billingDetails, { reply: settingsShape('BillingDetails'), signal }),
  })
}

export function saveBillingDetailsMutation() {
  return mutationOptions({
    mutationFn: (body: BillingDetails) =>
      callApi(apiPaths.billingDetails, { method: 'PUT', body, reply: settingsShape('BillingDetails') }),
    onSuccess: (details, _body, _result, { client }) => client.setQueryData(detailsKey, details),
  })
}
