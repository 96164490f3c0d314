'use client'

import { signIn } from 'next-auth/react'
import { useState } from 'react'
import { useHydrated } from '@/components/data/use-hydrated'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import type { SignInOptions, SignInService } from '@/lib/identity/schema'
import { ServiceMark } from './service-mark'
import { signInWith } from './sign-in-with'

type OtherWaysInProps = { options: SignInOptions; destination: string }

/** Signing in without a password of ours; only what this installation offers. */
export function OtherWaysIn({ options, destination }: OtherWaysInProps) {
  const [busy, setBusy] = useState<string | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const isReady = useHydrated()
  const services = options.services.filter(({ isOffered }) => isOffered)
  if (options.demo === 'off' && services.length === 0) return null

  async function enterDemo() {
    setBusy('demo')
    const found = await signInWith({ provider: 'demo' })
    setProblem(found)
    if (found) setBusy(null)
    else window.location.assign(destination)
  }

  function enterThrough(service: SignInService['id']) {
    setBusy(service)
    void signIn(service, { callbackUrl: destination })
  }

  return (
    <div className="flex flex-col gap-3">
      <div className="flex items-center gap-3 text-xs text-faint">
        <span className="h-px flex-1 bg-line" />
        or
        <span className="h-px flex-1 bg-line" />
      </div>
      {problem && <Alert tone="danger">{problem}</Alert>}
      {services.map(({ id, name }) => (
        <Button key={id} size="lg" disabled={!isReady} loading={busy === id} onClick={() => enterThrough(id)}>
          <ServiceMark service={id} />
          <span className="truncate">Continue with {name}</span>
        </Button>
      ))}
      {options.demo === 'open' && (
        <Button size="lg" disabled={!isReady} loading={busy === 'demo'} onClick={() => void enterDemo()}>
          Use the demo account
        </Button>
      )}
      {options.demo === 'locked' && (
        <p className="text-sm text-muted">
          Did you start this server? In this browser, open the sign-in link that{' '}
          <code className="font-mono">npm start</code> printed.
        </p>
      )}
    </div>
  )
}
