'use client'

import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { createCheckoutMutation } from '@/lib/billing/queries'
import { createId } from '@/lib/client/create-id'

/**
 * Starts a purchase and leaves for its payment page. However often the button is pressed, it is one purchase until the
 * page is left: the same key goes along with every try.
 */
export function useBuy(innerId: number) {
  const checkout = useMutation(createCheckoutMutation())
  const key = useRef<string | null>(null)
  const [leaving, setLeaving] = useState(false)

  // Coming back by the browser's button may find this very page as it was left: the next purchase is a new one.
  const { reset } = checkout
  useEffect(() => {
    const start = (event: PageTransitionEvent) => {
      if (!event.persisted) return
      key.current = null
      setLeaving(false)
      reset()
    }
    window.addEventListener('pageshow', start)
    return () => window.removeEventListener('pageshow', start)
  }, [reset])

  const buying = checkout.isPending || leaving
  const buy = () => {
    if (buying) return
    key.current ??= createId('buy')
    checkout.mutate(
      { innerId, idempotencyKey: key.current },
      {
        onSuccess: ({ checkout_url }) => {
          setLeaving(true)
          window.location.assign(checkout_url)
        },
      },
    )
  }
  return { buy, buying, error: checkout.error }
}
