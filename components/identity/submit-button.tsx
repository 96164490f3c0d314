'use client'

import { useHydrated } from '@/components/data/use-hydrated'
import { Button } from '@/components/ui/button'

/**
 * Sends a form that holds a password. Until React answers it cannot be pressed, also not by Enter in a field: the browser
 * would send the form by itself, with the password in the address. It looks as ever meanwhile.
 */
export function SubmitButton({ loading, children }: { loading: boolean; children: string }) {
  const isReady = useHydrated()
  return (
    <Button
      type="submit"
      variant="primary"
      size="lg"
      disabled={!isReady}
      loading={loading}
      className={isReady ? '' : 'disabled:opacity-100'}
    >
      {children}
    </Button>
  )
}
