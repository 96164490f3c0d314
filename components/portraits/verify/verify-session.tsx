'use client'

import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { Button } from '@/components/ui/button'
import { DialogBody } from '@/components/ui/dialog'
import { ErrorState } from '@/components/ui/error-state'
import { Skeleton } from '@/components/ui/skeleton'
import { paths } from '@/lib/client/paths'
import { createValidationMutation } from '@/lib/portraits/queries'
import { LiveSession } from './live-session'

/** Begins a check when it appears, and again when one has run out. */
export function VerifySession({ onClose }: { onClose: () => void }) {
  const { mutate, data, error, isPending, reset } = useMutation(createValidationMutation())
  const hasBegun = useRef(false)
  useEffect(() => {
    if (hasBegun.current) return
    hasBegun.current = true
    mutate(new URL(paths.verified, window.location.origin).href)
  }, [mutate])
  const restart = () => {
    reset()
    mutate(new URL(paths.verified, window.location.origin).href)
  }
  if (error)
    return (
      <ErrorState title="The check could not begin" error={error} onRetry={restart} retrying={isPending} />
    )
  if (!data)
    return (
      <DialogBody className="items-center py-8">
        <Skeleton className="size-56 rounded-lg" />
      </DialogBody>
    )
  return (
    <LiveSession
      key={data.ValidateToken}
      session={data}
      onClose={onClose}
      again={
        <Button variant="primary" onClick={restart} loading={isPending}>
          New code
        </Button>
      }
    />
  )
}
