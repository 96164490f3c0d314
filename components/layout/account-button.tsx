'use client'

import { type ComponentProps, useEffect } from 'react'
import { Button } from '@/components/ui/button'
import { sessionChannel } from './session-tabs'

export type AccountProps = { name: string; email: string }

/** The initials of the signed-in user. */
export function AccountButton({ name, email, ...rest }: AccountProps & ComponentProps<typeof Button>) {
  return (
    <Button variant="ghost" size="icon" className="rounded-full" {...rest}>
      <span
        aria-hidden="true"
        className="grid size-6.5 place-items-center rounded-full border border-input bg-card text-2xs font-semibold text-foreground"
      >
        {initials(name, email)}
      </span>
      <span className="sr-only">Account</span>
    </Button>
  )
}

function initials(name: string, email: string): string {
  const words = name.trim().split(/\s+/).filter(Boolean)
  const letters = words.length > 1 ? [words[0], words[words.length - 1]] : [words[0] ?? email]
  return letters
    .map((word) => [...(word ?? '')][0] ?? '')
    .join('')
    .toUpperCase()
}

/**
 * The tabs of a browser share one session. When another tab signs in as another user, switches the organization or signs out, this
 * one reloads: it must not show one and act for another. `actor`: the IDs of user and organization.
 */
export function SessionWatch({ actor }: { actor: string }) {
  useEffect(() => {
    const channel = sessionChannel()
    const onMessage = ({ data }: MessageEvent) => {
      if (data !== actor) window.location.reload()
    }
    channel?.addEventListener('message', onMessage)
    channel?.postMessage(actor)
    return () => channel?.removeEventListener('message', onMessage)
  }, [actor])
  return null
}
