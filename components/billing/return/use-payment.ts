'use client'

import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useNow } from '@/components/data/use-now'
import { billingKey, orderQuery } from '@/lib/billing/queries'
import { paymentOutcome } from './payment-outcome'

/** An order, asked for until its payment is known, and what that means. */
export function usePayment(orderId: string) {
  const client = useQueryClient()
  const { data: order, error, refetch, isFetching } = useQuery(orderQuery(orderId))
  const [since] = useState(() => Date.now())
  const now = useNow(5000)
  const outcome = order ? paymentOutcome(order, now - since) : null

  // Whatever came of it, the balance and the orders that the console knows are out of date now.
  useEffect(() => {
    if (outcome === null || outcome === 'waiting' || outcome === 'late') return
    void client.invalidateQueries({
      predicate: ({ queryKey }) => queryKey[0] === billingKey[0] && queryKey[1] !== 'order',
    })
  }, [client, outcome])
  return { order, outcome, error, refetch, isFetching }
}
