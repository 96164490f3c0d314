'use client'

import { useMutation, useQuery } from '@tanstack/react-query'
import { CircleCheck, TimerOff } from 'lucide-react'
import Link from 'next/link'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { CopyButton } from '@/components/ui/copy-button'
import {
  Dialog,
  DialogBody,
  DialogContent,
  DialogDescription,
  DialogFooter,
  DialogHeader,
  DialogTitle,
} from '@/components/ui/dialog'
import { ErrorState } from '@/components/ui/error-state'
import { QrCode } from '@/components/ui/qr-code'
import { Skeleton } from '@/components/ui/skeleton'
import { paths } from '@/lib/client/paths'
import { createValidationMutation, livenessQuery, validationResultQuery } from '@/lib/media/portraits/queries'
import type { LivenessPage, ValidationSession } from '@/lib/media/portraits/schema'
import { Countdown, useSecondsLeft } from './countdown'

type VerifyDialogProps = { open: boolean; onClose: () => void }

export function VerifyDialog({ open, onClose }: VerifyDialogProps) {
  return (
    <Dialog open={open} onOpenChange={(next) => !next && onClose()}>
      <DialogContent>
        <DialogHeader>
          <DialogTitle>Verify a person</DialogTitle>
          <DialogDescription>
            The person scans this code with their phone and shows their face. It works once, for a short time.
          </DialogDescription>
        </DialogHeader>
        {open && <VerifySession onClose={onClose} />}
      </DialogContent>
    </Dialog>
  )
}

/** Creates a check when it appears, and another when that has expired. */
function VerifySession({ onClose }: { onClose: () => void }) {
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
      <ErrorState
        title="The check could not be started"
        error={error}
        onRetry={restart}
        retrying={isPending}
      />
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
        <Button variant="default" onClick={restart} loading={isPending}>
          New code
        </Button>
      }
    />
  )
}

type LiveSessionProps = { session: ValidationSession; onClose: () => void; again: ReactNode }

const stateLabels: Record<LivenessPage['state'], string> = {
  waiting: 'Waiting for the phone',
  opened: 'Opened on the phone',
  passed: 'Passed',
  failed: 'The check did not pass',
  expired: 'The code has expired',
}

/** A running check: the QR code, the countdown and the state of the phone. */
function LiveSession({ session, onClose, again }: LiveSessionProps) {
  const live = useQuery(livenessQuery(session.ValidateToken))
  const result = useQuery(validationResultQuery(session.ValidateToken))
  const secondsLeft = useSecondsLeft(live.data?.expires_at ?? new Date(8.64e15).toISOString())
  const groupId = result.data?.GroupId
  const isUnreachable = isLoopback(new URL(session.H5Link).hostname)
  const [isShown, setShown] = useState(false)
  if (groupId !== undefined)
    return (
      <Ended
        icon={<CircleCheck className="size-10 text-success-text" aria-hidden="true" />}
        text="Verified. The portrait is ready."
        action={
          <Button variant="default" asChild>
            <Link href={paths.portraitGroup(groupId)} onClick={onClose}>
              Open portrait
            </Link>
          </Button>
        }
      />
    )
  const state = live.data?.state ?? 'waiting'
  if (state === 'failed' || state === 'expired' || secondsLeft === 0)
    return (
      <Ended
        icon={<TimerOff className="size-10 text-muted-foreground" aria-hidden="true" />}
        text={state === 'failed' ? stateLabels.failed : stateLabels.expired}
        action={again}
      />
    )
  if (isUnreachable && !isShown) return <Unreachable link={session.H5Link} onShow={() => setShown(true)} />
  return (
    <DialogBody className="items-center gap-4 py-6">
      <QrCode text={session.H5Link} label="Code that opens the check on a phone" />
      <p className="text-sm font-medium text-foreground" role="status">
        {stateLabels[state]}
      </p>
      <Countdown secondsLeft={live.data ? secondsLeft : null} />
      <div className="flex w-full items-center justify-between gap-3 rounded-md border border-border bg-muted px-3 py-1.5">
        <span className="min-w-0 truncate font-mono text-xs text-muted-foreground">{session.H5Link}</span>
        <CopyButton value={session.H5Link} what="check link" />
      </div>
      {/* For a phone, which cannot scan its own screen. */}
      <Button variant="outline" asChild className="w-full pointer-fine:hidden">
        <a href={session.H5Link} target="_blank" rel="noreferrer">
          Open on this device
        </a>
      </Button>
    </DialogBody>
  )
}

/** Names of this computer, which no other can reach. */
function isLoopback(host: string): boolean {
  return host === 'localhost' || host.endsWith('.localhost') || host.startsWith('127.') || host === '[::1]'
}

/** Shown instead of the code. */
function Unreachable({ link, onShow }: { link: string; onShow: () => void }) {
  return (
    <>
      <DialogBody className="py-4">
        <Alert tone="warning" title="A phone can’t open this link">
          The link starts with {new URL(link).origin}, which only works on this computer. Set PUBLIC_URL to an
          address that the phone can reach, or open the check here.
        </Alert>
      </DialogBody>
      <DialogFooter>
        <Button variant="outline" onClick={onShow}>
          Show the code anyway
        </Button>
        <Button asChild variant="default">
          <a href={link} target="_blank" rel="noreferrer" onClick={onShow}>
            Open on this device
          </a>
        </Button>
      </DialogFooter>
    </>
  )
}

function Ended({ icon, text, action }: { icon: ReactNode; text: string; action: ReactNode }) {
  return (
    <>
      <DialogBody className="items-center gap-3 py-10 text-center">
        {icon}
        <p className="text-md text-foreground" role="status">
          {text}
        </p>
      </DialogBody>
      <DialogFooter>{action}</DialogFooter>
    </>
  )
}
