'use client'

import { useState } from 'react'
import { useHydrated } from '@/components/data/browser'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import type { SignInOptions, SignInService } from '@/lib/account/identity/schema'

type OtherSignInsProps = { options: SignInOptions; destination: string }

/** Sign-in with another service or the demo account, as far as this installation offers them. */
export function OtherSignIns({ options, destination }: OtherSignInsProps) {
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
    void loadSignIn().then((signIn) => signIn(service, { callbackUrl: destination }))
  }

  return (
    <div className="flex flex-col gap-3">
      <div className="flex items-center gap-3 text-xs text-faint-foreground">
        <span className="h-px flex-1 bg-border" />
        or
        <span className="h-px flex-1 bg-border" />
      </div>
      {problem && <Alert tone="danger">{problem}</Alert>}
      {services.map(({ id, name }) => (
        <Button
          variant="outline"
          key={id}
          size="lg"
          disabled={!isReady}
          loading={busy === id}
          onClick={() => enterThrough(id)}
        >
          <ServiceMark service={id} />
          <span className="truncate">Continue with {name}</span>
        </Button>
      ))}
      {options.demo === 'open' && (
        <Button
          variant="outline"
          size="lg"
          disabled={!isReady}
          loading={busy === 'demo'}
          onClick={() => void enterDemo()}
        >
          Use the demo account
        </Button>
      )}
      {options.demo === 'locked' && (
        <p className="text-sm text-muted-foreground">
          Did you start this server? Open the sign-in link printed by{' '}
          <code className="font-mono">npm start</code> in this browser.
        </p>
      )}
    </div>
  )
}

const marks = {
  github:
    'M8 .2a8 8 0 0 0-2.53 15.59c.4.07.55-.17.55-.38v-1.34c-2.23.48-2.7-1.07-2.7-1.07-.36-.93-.89-1.17-.89-1.17-.73-.5.05-.49.05-.49.8.06 1.23.83 1.23.83.72 1.22 1.88.87 2.33.66.07-.52.28-.87.51-1.07-1.78-.2-3.64-.89-3.64-3.95 0-.87.31-1.59.82-2.15-.08-.2-.36-1.02.08-2.12 0 0 .67-.22 2.2.82a7.6 7.6 0 0 1 4 0c1.53-1.04 2.2-.82 2.2-.82.44 1.1.16 1.92.08 2.12.51.56.82 1.28.82 2.15 0 3.07-1.87 3.75-3.65 3.95.29.25.54.74.54 1.48v2.2c0 .21.15.46.55.38A8 8 0 0 0 8 .2Z',
  google:
    'M15.3 8.18c0-.52-.05-1.02-.13-1.5H8v2.84h4.1a3.5 3.5 0 0 1-1.52 2.3v1.9h2.46c1.44-1.33 2.27-3.28 2.27-5.54ZM8 15.6c2.05 0 3.78-.68 5.04-1.84l-2.46-1.9c-.68.45-1.55.72-2.58.72-1.98 0-3.66-1.34-4.26-3.14H1.2v1.96A7.6 7.6 0 0 0 8 15.6ZM3.74 9.44a4.56 4.56 0 0 1 0-2.9V4.58H1.2a7.6 7.6 0 0 0 0 6.82l2.54-1.96ZM8 3.4c1.12 0 2.12.39 2.9 1.14l2.19-2.18A7.6 7.6 0 0 0 1.2 4.58l2.54 1.97C4.34 4.74 6.02 3.4 8 3.4Z',
  // A generic key icon: the provider is the operator's.
  oidc: 'M10.5 1a4.5 4.5 0 0 0-4.37 5.56L1.22 11.47a.75.75 0 0 0-.22.53v2.25c0 .41.34.75.75.75h2.5a.75.75 0 0 0 .75-.75V13h1.25a.75.75 0 0 0 .75-.75V11h1.25c.2 0 .39-.08.53-.22l1.16-1.16A4.5 4.5 0 1 0 10.5 1Zm1 4.75a1.25 1.25 0 1 1 0-2.5 1.25 1.25 0 0 1 0 2.5Z',
}

export function ServiceMark({ service }: { service: keyof typeof marks }) {
  return (
    <svg viewBox="0 0 16 16" fill="currentColor" aria-hidden="true">
      <path d={marks[service]} />
    </svg>
  )
}

export const loadSignIn = async () => (await import('next-auth/react')).signIn

type Credentials =
  | { provider: 'credentials'; email: string; password: string; code?: string }
  | { provider: 'second-factor'; code: string }
  | { provider: 'demo' }

/** Signs in. Returns null, or the message to show. */
export async function signInWith({ provider, ...credentials }: Credentials): Promise<string | null> {
  try {
    const signIn = await loadSignIn()
    const result = await signIn(provider, { redirect: false, ...credentials })
    if (result?.ok && !result.error) return null
    const { describeSignInError } = await import('@/lib/account/identity/schema')
    return describeSignInError(result?.error ?? '')
  } catch {
    return 'Could not reach the server. Check your connection and try again.'
  }
}
